// Runs a command and prints, as the last line on standard error, its elapsed time in seconds, its peak memory
// in KiB, and its processor time in seconds.
//
//   measure COMMAND [ARGUMENT...]
//
// The kernel includes in a process's peak the memory of its parent at the time of the fork: a command started
// from an interpreter would seem to need as much as the interpreter. Started from here, its own peak shows if
// it is above about 3 MiB.
#include <chrono>
#include <cstdio>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char** argv)
{
    if (argc < 2) {
        std::fputs("usage: measure COMMAND [ARGUMENT...]\n", stderr);
        return 2;
    }
    const auto start = std::chrono::steady_clock::now();
    const pid_t child = fork();
    if (child == 0) {
        execvp(argv[1], argv + 1);
        std::perror(argv[1]);
        _exit(127);
    }
    int status = 0;
    rusage used{};
    if (child < 0 || wait4(child, &status, 0, &used) != child) {
        std::perror("measure");
        return 1;
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const auto of = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    std::fprintf(stderr, "%.6f %ld %.6f\n", seconds, used.ru_maxrss, of(used.ru_utime) + of(used.ru_stime));
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
