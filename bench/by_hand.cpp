// Direct calls of LIBSVM and XGBoost, beside `svm` and `xgboost`. Rows, folds and parameters are the same;
// direct calls have no engine, no answers and no shared work.
//
//   by_hand [ROWS [FEATURES]]
//
// For each library: processor seconds of ten folds by hand and by ours (reading excluded, everything else
// included), and ours on two threads. The numbers of errors must agree.
#include "unseen/learn/learner.hpp"
#include "unseen/run/estimate.hpp"
#include "unseen/stats/random.hpp"

#include <libsvm/svm.h>
#include <xgboost/c_api.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace unseen;

constexpr std::size_t folds = 10;
constexpr std::size_t classes = 3;

struct Rows {
    std::size_t features;
    std::vector<double> x; ///< row by row
    std::vector<std::size_t> y;

    std::size_t size() const { return y.size(); }
};

/// One cloud for each class. The clouds are near each other, so that some rows are misclassified.
Rows clouds(std::size_t n, std::size_t features)
{
    Rows rows{.features = features, .x = {}, .y = {}};
    for (std::size_t r = 0; r < n; ++r) {
        Stream stream(1, Purpose::generation, r);
        rows.y.push_back(stream.below(classes));
        for (std::size_t j = 0; j < features; ++j)
            rows.x.push_back(static_cast<double>(rows.y.back() * (j % 3)) +
                             6.0 * (stream.uniform() + stream.uniform() - 1.0));
    }
    return rows;
}

Dataset dataset(const Rows& rows)
{
    Table table{.source = "clouds", .columns = {}, .declared_types = true, .notes = {}};
    for (std::size_t j = 0; j < rows.features; ++j) {
        NumericColumn column;
        for (std::size_t r = 0; r < rows.size(); ++r) column.values.push_back(rows.x[r * rows.features + j]);
        table.columns.push_back({"x" + std::to_string(j), std::move(column)});
    }
    NumericColumn fold;
    CodedColumn y{.labels = Labels({"a", "b", "c"}), .codes = {}};
    for (std::size_t r = 0; r < rows.size(); ++r) {
        fold.values.push_back(static_cast<double>(r % folds));
        y.codes.push_back(static_cast<std::int32_t>(rows.y[r]));
    }
    table.columns.push_back({"fold", fold});
    table.columns.push_back({"y", y});
    return Dataset::make(table, {.ignore = {"fold"}});
}

std::size_t errors_of_libsvm(const Rows& rows, double gamma)
{
    std::vector<std::vector<svm_node>> nodes;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        auto& own = nodes.emplace_back();
        for (std::size_t j = 0; j < rows.features; ++j)
            own.push_back({.index = static_cast<int>(j) + 1, .value = rows.x[r * rows.features + j]});
        own.push_back({.index = -1, .value = 0.0});
    }
    svm_set_print_string_function([](const char*) {});
    std::size_t errors = 0;
    for (std::size_t fold = 0; fold < folds; ++fold) {
        std::vector<svm_node*> x;
        std::vector<double> y;
        for (std::size_t c = 0; c < classes; ++c) // classes in their order, as ours
            for (std::size_t r = 0; r < rows.size(); ++r)
                if (r % folds != fold && rows.y[r] == c) {
                    x.push_back(nodes[r].data());
                    y.push_back(static_cast<double>(c));
                }
        const svm_problem task{.l = static_cast<int>(x.size()), .y = y.data(), .x = x.data()};
        svm_parameter how{};
        how.svm_type = C_SVC;
        how.kernel_type = RBF;
        how.gamma = gamma;
        how.C = 1.0;
        how.eps = 0.001;
        how.cache_size = 200.0;
        how.shrinking = 1;
        auto* model = svm_train(&task, &how);
        for (std::size_t r = fold; r < rows.size(); r += folds)
            errors += static_cast<std::size_t>(svm_predict(model, nodes[r].data())) != rows.y[r] ? 1 : 0;
        svm_free_and_destroy_model(&model);
    }
    return errors;
}

std::string array_text(const std::vector<float>& cells, std::size_t columns)
{
    return "{\"data\":[" + std::to_string(reinterpret_cast<std::uintptr_t>(cells.data())) +
           ",true],\"shape\":[" + std::to_string(cells.size() / columns) + "," + std::to_string(columns) +
           "],\"typestr\":\"<f4\",\"version\":3}";
}

void check(int status)
{
    if (status != 0) throw std::runtime_error(XGBGetLastError());
}

std::size_t errors_of_xgboost(const Rows& rows, int rounds)
{
    std::size_t errors = 0;
    for (std::size_t fold = 0; fold < folds; ++fold) {
        std::vector<float> train;
        std::vector<float> label;
        std::vector<float> test;
        for (std::size_t r = 0; r < rows.size(); ++r) {
            auto& to = r % folds == fold ? test : train;
            for (std::size_t j = 0; j < rows.features; ++j)
                to.push_back(static_cast<float>(rows.x[r * rows.features + j]));
            if (r % folds != fold) label.push_back(static_cast<float>(rows.y[r]));
        }
        DMatrixHandle matrix = nullptr;
        check(XGDMatrixCreateFromDense(array_text(train, rows.features).c_str(),
                                       R"({"missing":NaN,"nthread":1})", &matrix));
        check(XGDMatrixSetFloatInfo(matrix, "label", label.data(), label.size()));
        BoosterHandle booster = nullptr;
        check(XGBoosterCreate(&matrix, 1, &booster));
        for (const auto& [name, value] : {std::pair("nthread", "1"),
                                          {"tree_method", "hist"},
                                          {"objective", "multi:softprob"},
                                          {"num_class", "3"},
                                          {"verbosity", "0"}})
            check(XGBoosterSetParam(booster, name, value));
        for (int round = 0; round < rounds; ++round) check(XGBoosterUpdateOneIter(booster, round, matrix));
        const bst_ulong* shape = nullptr;
        bst_ulong dimensions = 0;
        const float* scores = nullptr;
        check(XGBoosterPredictFromDense(
            booster, array_text(test, rows.features).c_str(),
            R"({"type":0,"training":false,"iteration_begin":0,"iteration_end":0,"strict_shape":true,"cache_id":0,"missing":NaN})",
            nullptr, &shape, &dimensions, &scores));
        for (std::size_t r = fold, i = 0; r < rows.size(); r += folds, ++i)
            errors += static_cast<std::size_t>(std::max_element(scores + 3 * i, scores + 3 * i + 3) -
                                               (scores + 3 * i)) != rows.y[r];
        XGBoosterFree(booster);
        XGDMatrixFree(matrix);
    }
    return errors;
}

std::size_t errors_of_ours(const Dataset& data, const Spec& spec, std::size_t threads)
{
    const auto learner = make_learner(spec, data.response_type());
    const Learner* learners[] = {learner.get()};
    const auto report = estimate(data, learners,
                                 {.estimators = {Spec::parse("given:column=fold")},
                                  .measures = {Spec::parse("error_rate")},
                                  .run = {.threads = threads}});
    return static_cast<std::size_t>(
        std::llround(report.estimates.at(0).value.number() * static_cast<double>(data.labelled())));
}

struct Seconds {
    double wall;
    double processor;
    std::size_t errors;
};

template <class Work>
Seconds measured(Work work)
{
    Seconds least{.wall = 1e300, .processor = 1e300, .errors = 0};
    for (int run = 0; run < 3; ++run) {
        const auto start = std::chrono::steady_clock::now();
        const auto processor = std::clock();
        least.errors = work();
        least.wall = std::min(
            least.wall, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
        least.processor =
            std::min(least.processor, static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC);
    }
    return least;
}

int beside(const char* name, const Seconds& hand, const Seconds& one, const Seconds& two)
{
    std::printf("%s: by hand %.2f s, ours %.2f s (processor): %.2f x; two threads: %.2f s of the processor, "
                "%.2f x as many fits "
                "a second; errors %zu %zu %zu\n",
                name, hand.processor, one.processor, hand.processor / one.processor, two.processor,
                one.wall / two.wall, hand.errors, one.errors, two.errors);
    return hand.errors == one.errors && one.errors == two.errors ? 0 : 1;
}

} // namespace

int main(int argc, char** argv)
{
    try {
        const auto rows = clouds(argc > 1 ? std::stoul(argv[1]) : 2000, argc > 2 ? std::stoul(argv[2]) : 20);
        const auto data = dataset(rows);
        const auto svm = Spec::parse("svm:scale=none,gamma=0.01");
        const auto scaled = Spec::parse("svm:gamma=0.05");
        const auto boosted = Spec::parse("xgboost:rounds=20");
        int failed = beside("LIBSVM, svm:scale=none", measured([&] { return errors_of_libsvm(rows, 0.01); }),
                            measured([&] { return errors_of_ours(data, svm, 1); }),
                            measured([&] { return errors_of_ours(data, svm, 2); }));
        const auto one = measured([&] { return errors_of_ours(data, scaled, 1); });
        failed +=
            beside("svm (scaled) twice", one, one, measured([&] { return errors_of_ours(data, scaled, 2); }));
        failed += beside("XGBoost, xgboost", measured([&] { return errors_of_xgboost(rows, 20); }),
                         measured([&] { return errors_of_ours(data, boosted, 1); }),
                         measured([&] { return errors_of_ours(data, boosted, 2); }));
        return failed;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "by_hand: %s\n", error.what());
        return 1;
    }
}
