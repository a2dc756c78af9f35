// The command line tool: parses, runs one subcommand, and turns errors into one line and an exit code.
#include "commands.hpp"
#include "output.hpp"

#include "unseen/base/error.hpp"

#include <csignal>
#include <new>

int main(int argc, char** argv)
{
    using namespace unseen;
    std::signal(SIGPIPE, SIG_IGN); // a closed pipe is a failed write, which says so
    try {
        return cli::dispatch(argc, argv,
                             {cli::estimate_command(), cli::score_command(), cli::compare_command(), cli::bound_command(),
                              cli::run_command(), cli::store_command(), cli::split_command(), cli::data_command()},
                             "unseen: how wrong will a predictor be on data it has not seen, and how sure is that");
    } catch (const cli::WriteError& e) {
        cli::tell(std::string("error: ") + e.what());
        return 1;
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
