// The time in seconds in which the library reads a file into columns, the shortest of five.
//
//   read_table FILE THREADS
#include "unseen/read/reader.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <limits>

int main(int argc, char** argv)
{
    if (argc != 3) {
        std::fputs("usage: read_table FILE THREADS\n", stderr);
        return 2;
    }
    try {
        unseen::ReadOptions options;
        options.threads = std::strtoul(argv[2], nullptr, 10);
        double least = std::numeric_limits<double>::infinity();
        for (int run = 0; run < 5; ++run) {
            const auto start = std::chrono::steady_clock::now();
            const auto table = unseen::read_table(argv[1], options);
            least = std::min(least,
                             std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
        }
        std::printf("%.4f\n", least);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "read_table: %s\n", e.what());
        return 1;
    }
}
