// Runs a command and tells, as the last line of standard error, its seconds from start to end, its peak
// memory in KiB, and the seconds of processors that it took.
//
//   measure COMMAND [ARGUMENT...]
//
// The kernel counts into a process' peak what its parent held when it was forked: started from an
// interpreter, a command would seem to need what the interpreter needs. Started from here, it shows its own
// from some 3 MiB up.
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
