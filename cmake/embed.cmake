# cmake -D IN=web/built/page.html -D OUT=page_template.cpp -D FUNCTION=page_template -P embed.cmake: writes a text into a source as a raw string literal.
file(READ "${IN}" text)
file(WRITE "${OUT}" "#include \"report/embedded.hpp\"\n\nnamespace unseen {\n\nstd::string_view ${FUNCTION}()\n{\n  return R\"unseen_text(${text})unseen_text\";\n}\n\n} // namespace unseen\n")
