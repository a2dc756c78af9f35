# The warnings that every target of ours is built with, and nothing that changes a figure: no contraction of a*b+c into a fused
# multiply-add (results would differ between processors), no -ffast-math, no -march=native.
add_library(unseen_flags INTERFACE)
target_compile_options(unseen_flags INTERFACE -Wall -Wextra -Wpedantic -Wconversion -ffp-contract=off)
# A module that is compiled as one has names at namespace scope that are those of other files.
target_compile_options(unseen_flags INTERFACE $<IF:$<BOOL:${CMAKE_UNITY_BUILD}>,-Wshadow=local,-Wshadow>)
