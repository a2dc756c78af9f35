# cmake -D IN=web/built/page.html -D OUT=page_template.cpp -P embed.cmake: writes a text into a source as raw string literals.
file(READ "${IN}" text)
# Compilers promise literals of 65536 characters.
string(LENGTH "${text}" length)
set(literals "")
foreach(at RANGE 0 ${length} 60000)
  string(SUBSTRING "${text}" ${at} 60000 part)
  string(APPEND literals "\n    R\"unseen_page(${part})unseen_page\"")
endforeach()
file(WRITE "${OUT}" "#include \"report/page_template.hpp\"\n\nnamespace unseen {\n\nstd::string_view page_template()\n{\n  return ${literals};\n}\n\n} // namespace unseen\n")
