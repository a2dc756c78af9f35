# cmake -D IN=web/built/page.html -D OUT=page_template.cpp -P embed.cmake: writes a text into a source as a raw string literal.
file(READ "${IN}" text)
file(WRITE "${OUT}" "#include \"report/page_template.hpp\"\n\nnamespace unseen {\n\nstd::string_view page_template()\n{\n  return R\"unseen_page(${text})unseen_page\";\n}\n\n} // namespace unseen\n")
