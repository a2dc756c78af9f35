// Five measures of scores in memory: score_memory SCORES LABELS [--threads N] [--runs N] [--interval METHOD].
// Raw float64 scores of the positive class, raw uint32 labels. Prints the values, the shortest time of the
// runs and the memory beyond the input as JSON; with --interval those of the AUC's interval, including the
// ranking.
#include "unseen/interval/test_interval.hpp"
#include "unseen/measure/measure.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

using namespace unseen;

namespace {

template <class T>
std::vector<T> read_raw(const std::string& path)
{
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file) throw std::runtime_error("cannot read " + path);
    std::vector<T> values(static_cast<std::size_t>(file.tellg()) / sizeof(T));
    file.seekg(0);
    file.read(reinterpret_cast<char*>(values.data()),
              static_cast<std::streamsize>(values.size() * sizeof(T)));
    return values;
}

/// The most memory so far, of this program alone (getrusage() would count that of whoever started it).
double peak_megabytes()
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.rfind("VmHWM:", 0) == 0) return std::stod(line.substr(6)) / 1024;
    return 0.0;
}

/// Elapsed time and processor time, in seconds, of the fastest of several runs. On a busy machine the
/// processor time says more.
struct Least {
    double seconds = 1e300;
    double processor = 1e300;
};

template <class F>
void time_once(Least& least, F run)
{
    const auto start = std::chrono::steady_clock::now();
    const auto ticks = std::clock();
    run();
    least.processor = std::min(least.processor, static_cast<double>(std::clock() - ticks) / CLOCKS_PER_SEC);
    least.seconds = std::min(least.seconds,
                             std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}

/// The AUC's interval instead of the measures.
void time_interval(const PredictionView& view, const std::string& method, std::size_t threads, int runs)
{
    const Measure measure = make_measure(Spec("roc_auc"), true);
    const double value = evaluate(measure, view).number();
    Least least;
    IntervalResult result;
    const TestIntervalInput input{.predictions = &view,
                                  .measure = &measure,
                                  .value = value,
                                  .seed = 1,
                                  .samples = 2000,
                                  .threads = threads};
    for (; runs > 0; --runs)
        time_once(least, [&] { result = make_test_interval(method, input, Level(0.95)); });
    if (!result.interval) throw std::runtime_error("no interval: " + std::string(result.interval.reason()));
    std::printf(
        "{\"seconds\": %.6f, \"processor\": %.6f, \"value\": %.17g, \"lower\": %.17g, \"upper\": %.17g}\n",
        least.seconds, least.processor, value, result.interval->lower, result.interval->upper);
}

} // namespace

int main(int argc, char** argv)
{
    try {
        std::size_t threads = 1;
        int runs = 1;
        std::string interval;
        for (int i = 3; i + 1 < argc; i += 2) {
            if (std::string(argv[i]) == "--threads") threads = std::stoul(argv[i + 1]);
            if (std::string(argv[i]) == "--runs") runs = std::stoi(argv[i + 1]);
            if (std::string(argv[i]) == "--interval") interval = argv[i + 1];
        }
        if (argc < 3)
            throw std::runtime_error(
                "usage: score_memory SCORES LABELS [--threads N] [--runs N] [--interval METHOD]");
        const auto scores = read_raw<double>(argv[1]);
        const auto labels = read_raw<std::uint32_t>(argv[2]);
        const Labels classes(std::vector<std::string>{"0", "1"});
        PredictionView view;
        view.classes = &classes;
        view.positive = 1;
        view.one_score = true;
        view.threshold = 0.5;
        view.true_label = labels;
        view.scores = scores;
        if (!interval.empty()) {
            time_interval(view, interval, threads, runs);
            return 0;
        }
        std::vector<Measure> measures;
        for (const char* name : {"roc_auc", "average_precision", "log_loss", "brier", "recall"})
            measures.push_back(make_measure(Spec(name), true));
        const double before = peak_megabytes();
        Least least;
        Evaluation result;
        for (; runs > 0; --runs) {
            result = {};
            time_once(least, [&] { result = evaluate_all(measures, view, {.threads = threads}); });
        }
        std::printf("{\"seconds\": %.6f, \"processor\": %.6f, \"megabytes\": %.1f", least.seconds,
                    least.processor, peak_megabytes() - before);
        for (std::size_t m = 0; m + 1 < measures.size(); ++m)
            std::printf(", \"%s\": %.17g", measures[m].name().c_str(), result.values[m].number());
        const auto& cells = result.confusion->cells;
        std::printf(", \"confusion\": [%.0f, %.0f, %.0f, %.0f]}\n", cells[0], cells[1], cells[2], cells[3]);
    } catch (const std::exception& error) {
        std::cerr << "score_memory: " << error.what() << '\n';
        return 1;
    }
}
