#!/usr/bin/python3
"""tests/structure/header_examples.py INCLUDE_DIR OUTPUT.cpp: makes one program from the examples in the
public headers.

The comment at the head of each public header ends with an example, which states its results in assert():

    // Limits of a figure, and what they rest on.
    //
    // Example:
    //
    //     const Level level(0.95);
    //     assert(level.value() == 0.95);
    #pragma once

Each example becomes a function in namespace unseen, with the standard headers below. The program runs in the
root of the project, so an example may read data/iris.csv; it may write files in
std::filesystem::temp_directory_path().
"""
import pathlib
import sys

MARK = "// Example:"
INDENT = "//     "
STANDARD = (
    "algorithm array cassert cmath cstdint filesystem fstream iostream map numeric optional span sstream "
    "string string_view utility "
    "variant vector")


def example_of(text):
    """The lines of the example before #pragma once, or nothing."""
    lines = text.split("#pragma once")[0].splitlines()
    if MARK not in lines:
        return []
    after = lines[lines.index(MARK) + 1:]
    return [line[len(INDENT):] for line in after if line.startswith(INDENT) or line == "//"]


def main():
    include, output = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    headers = sorted(include.rglob("*.hpp"))
    examples = {header: example_of(header.read_text()) for header in headers}
    without = [str(header) for header, lines in examples.items() if not lines]
    if without:
        sys.exit("headers without an example: " + " ".join(without))
    code = ["#undef NDEBUG", *(f"#include <{name}>" for name in STANDARD.split())]
    code += [f'#include "{header.relative_to(include)}"' for header in headers]
    for number, (header, lines) in enumerate(examples.items()):
        code += ["namespace unseen {", f"void example_{number}()", "{",
                 f'#line 1 "example of {header.relative_to(include)}"']
        code += [*lines, "}", "} // namespace unseen"]
    code += ["int main()", "{", *(f"    unseen::example_{number}();" for number in range(len(examples))), "}",
             ""]
    output.write_text("\n".join(code))


if __name__ == "__main__":
    main()
