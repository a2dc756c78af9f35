// Runs a harness of this folder. A harness is the function LLVMFuzzerTestOneInput(), so that clang's
// libFuzzer can run it as well.
//
//   fuzz_NAME FOLDER               runs every file of the corpus once
//   fuzz_NAME FOLDER SECONDS SEED  mutates the corpus for so long, of the processor; an input that reaches
//       new code is kept in memory and mutated on
//
// A crash, or a run that takes ten seconds of the processor, leaves its input in the file `crash-NAME`. New
// code is counted by the edges between the blocks that g++ marks with -fsanitize-coverage=trace-pc (after
// Zalewski's AFL); without that the mutations are blind.
#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <sys/time.h>
#include <unistd.h>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
extern "C" void __sanitizer_cov_trace_pc();
extern "C" void __sanitizer_set_death_callback(void (*callback)()) __attribute__((weak));

namespace {

constexpr std::size_t edges = std::size_t{1} << 16;
constexpr std::size_t longest = 1 << 14;
constexpr long most_seconds = 10; // of the processor, for a run

std::uint8_t hits[edges]; // a plain array: no function of its own is called where blocks are counted
std::uintptr_t last_block = 0;

using Input = std::string;

std::string crash_name;
const Input* running = nullptr;

void keep_crash()
{
    if (running == nullptr) return;
    const int file = open(crash_name.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0644);
    if (file >= 0 && write(file, running->data(), running->size()) >= 0) close(file);
    std::fprintf(stderr, "the input is in %s\n", crash_name.c_str());
}

void stop_long_run(int)
{
    keep_crash();
    _exit(1);
}

void run(const Input& input)
{
    running = &input;
    const itimerval limit{.it_interval = {}, .it_value = {.tv_sec = most_seconds, .tv_usec = 0}};
    setitimer(ITIMER_PROF, &limit, nullptr);
    last_block = 0;
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
    running = nullptr;
}

std::vector<Input> corpus_of(const char* folder)
{
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    std::vector<Input> corpus;
    for (const auto& path : paths) {
        std::ifstream file(path, std::ios::binary);
        corpus.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
    return corpus;
}

/// Changes inputs as AFL does: bytes, numbers, parts of itself and of other inputs.
class Mutator {
public:
    explicit Mutator(std::uint64_t seed) : random_(seed) {}

    std::size_t below(std::size_t n) { return n == 0 ? 0 : random_() % n; }

    Input changed(Input input, const std::vector<Input>& corpus)
    {
        for (std::size_t times = 1 + below(6); times > 0; --times) change(input, corpus);
        input.resize(std::min(input.size(), longest));
        return input;
    }

private:
    void change(Input& input, const std::vector<Input>& corpus)
    {
        static const std::vector<Input> words = {"\n",
                                                 "\r\n",
                                                 ",",
                                                 "\t",
                                                 " ",
                                                 "\"",
                                                 "'",
                                                 "{",
                                                 "}",
                                                 "[",
                                                 "]",
                                                 "=",
                                                 ":",
                                                 "?",
                                                 "%",
                                                 "#",
                                                 "|",
                                                 "0",
                                                 "-1",
                                                 "1e308",
                                                 "1e-320",
                                                 "nan",
                                                 "inf",
                                                 "99999999999999999999",
                                                 "@data\n",
                                                 "qid:",
                                                 "\\",
                                                 std::string(1, '\0'),
                                                 "\xff\xff\xff\xff",
                                                 "\xef\xbb\xbf"};
        const auto at = below(input.size() + 1);
        const auto rest = input.size() - at;
        switch (below(7)) {
        case 0:
            if (rest > 0) input[at] = static_cast<char>(input[at] ^ (1 << below(8)));
            break;
        case 1:
            if (rest > 0) input[at] = static_cast<char>(random_());
            break;
        case 2: input.erase(at, 1 + below(8)); break;
        case 3: input.insert(at, words[below(words.size())]); break;
        case 4: input.insert(at, input.substr(below(input.size() + 1), below(64))); break;
        case 5: {
            const auto& other = corpus[below(corpus.size())];
            input.insert(at, other.substr(below(other.size() + 1), below(256)));
            break;
        }
        default: input.erase(at, below(rest + 1)); break;
        }
    }

    std::mt19937_64 random_;
};

/// True if the last run reached a block along an edge that no earlier run took.
bool new_edges(std::vector<bool>& seen)
{
    bool found = false;
    for (std::size_t e = 0; e < edges; ++e)
        if (hits[e] != 0 && !seen[e]) found = seen[e] = true;
    return found;
}

} // namespace

extern "C" __attribute__((no_sanitize_coverage)) void __sanitizer_cov_trace_pc()
{
    const auto block = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
    const auto mixed = (block >> 2) * 0x9E3779B97F4A7C15U >> 40;
    hits[(mixed ^ last_block) % edges] = 1;
    last_block = mixed >> 1;
}

int main(int argc, char** argv)
{
    if (argc != 2 && argc != 4) {
        std::fputs("usage: fuzz_NAME FOLDER [SECONDS SEED]\n", stderr);
        return 2;
    }
    crash_name = "crash-" + std::filesystem::path(argv[0]).filename().string();
    if (__sanitizer_set_death_callback != nullptr) __sanitizer_set_death_callback(keep_crash);
    std::signal(SIGPROF, stop_long_run);
    std::signal(SIGABRT, [](int) { // also of std::terminate
        keep_crash();
        std::signal(SIGABRT, SIG_DFL);
        std::raise(SIGABRT);
    });
    auto corpus = corpus_of(argv[1]);
    if (corpus.empty()) {
        std::fprintf(stderr, "%s: %s has no files\n", argv[0], argv[1]);
        return 1;
    }
    std::vector<bool> seen(edges, false);
    for (const auto& input : corpus) run(input);
    new_edges(seen);
    std::printf("%zu inputs of %s ran\n", corpus.size(), argv[1]);
    if (argc == 2) return 0;

    // The limit is processor time, so that a busy machine takes longer but tries as many inputs.
    const auto end = std::clock() + static_cast<std::clock_t>(std::atof(argv[2]) * CLOCKS_PER_SEC);
    Mutator mutator(std::strtoull(argv[3], nullptr, 10));
    std::uint64_t runs = 0;
    for (; std::clock() < end; ++runs) {
        std::fill(std::begin(hits), std::end(hits), std::uint8_t{0});
        auto input = mutator.changed(corpus[mutator.below(corpus.size())], corpus);
        run(input);
        if (new_edges(seen)) corpus.push_back(std::move(input));
    }
    std::printf("%llu runs, %zu inputs reach %zu edges\n", static_cast<unsigned long long>(runs),
                corpus.size(), static_cast<std::size_t>(std::count(seen.begin(), seen.end(), true)));
    return 0;
}
