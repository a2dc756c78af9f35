# The warnings for all our targets. No option may change a figure: a*b+c is not contracted into a fused multiply-add
# (results would differ between processors), and there is no -ffast-math and no -march=native.
add_library(unseen_flags INTERFACE)
target_compile_options(unseen_flags INTERFACE -Wall -Wextra -Wpedantic -Wconversion -ffp-contract=off)
# If a module is compiled as one file, names at namespace scope are visible in its other files.
target_compile_options(unseen_flags INTERFACE $<IF:$<BOOL:${CMAKE_UNITY_BUILD}>,-Wshadow=local,-Wshadow>)
