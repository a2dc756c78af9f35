// The command line tool: parses, runs one subcommand, and turns errors into one line and an exit code.
#include "commands.hpp"
#include "output.hpp"

#include "unseen/read/reader.hpp"

#include <csignal>
#include <new>
#include <sstream>
#include <string>
#include <string_view>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace {

/// Keeps freed memory. Every fit frees some hundred KB and allocates as much again; by default glibc returns
/// it to the kernel in between, which then clears it page by page. That costs up to 40 % of the time of a
/// naive Bayes cross-validation.
void keep_freed_memory()
{
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 128 << 20);
#endif
}

/// Plain files are mapped. If a file is truncated while it is read, access beyond its new end raises SIGBUS.
extern "C" void tell_of_a_cut_file(int)
{
    constexpr std::string_view text = "unseen: error: a file was truncated while it was read\n";
    [[maybe_unused]] const auto written = write(STDERR_FILENO, text.data(), text.size());
    _exit(1);
}

} // namespace

int main(int argc, char** argv)
{
    using namespace unseen;
    keep_freed_memory();
    std::signal(SIGBUS, tell_of_a_cut_file);
    std::signal(SIGPIPE,
                SIG_IGN); // writing to a closed pipe then fails, and the unfinished work is cleaned up
    cli::remove_unfinished_when_interrupted();
    try {
        cli::Command tool{
            .name = "unseen",
            .help =
                "unseen: how wrong will a predictor be on data it has not seen, and how sure is that figure?",
            .footer = "Example: unseen estimate data/iris.csv --learner tree --learner knn\n"
                      "`unseen COMMAND --help` shows the arguments of a command.",
            .commands = {cli::estimate_command(), cli::score_command(), cli::compare_command(),
                         cli::curve_command(), cli::tune_command(), cli::importance_command(),
                         cli::study_command(), cli::bound_command(), cli::run_command(), cli::store_command(),
                         cli::report_command(), cli::fit_command(), cli::predict_command(),
                         cli::split_command(), cli::data_command(), cli::explain_command()}};
        cli::add_page_commands(tool);
        return cli::dispatch(argc, argv, tool);
    } catch (const cli::ClosedPipe&) {
        return 128 + SIGPIPE; // what a program returns that the signal ends
    } catch (const cli::WriteError& e) {
        cli::tell(std::string("error: ") + e.what());
        return 1;
    } catch (const FileFaults& e) {
        std::istringstream lines(e.what());
        for (std::string line; std::getline(lines, line);) cli::tell("error: " + line);
        return 2;
    } catch (const InputError& e) {
        cli::tell(std::string("error: ") + e.what());
        return 2;
    } catch (const IoError& e) { // a file that the user named and that cannot be opened or read
        cli::tell(std::string("error: ") + e.what());
        return 2;
    } catch (const std::bad_alloc&) {
        cli::tell("error: out of memory");
        return 1;
    } catch (const std::exception& e) {
        cli::tell(std::string("error: ") + e.what());
        return 1;
    }
}
