// svm: support vector machines by LIBSVM (Chang & Lin 2011, ACM TIST 2:27): C-SVC for classes, epsilon-SVR for numbers.
//
//  - Kernels: rbf exp(-gamma |u - v|^2), linear u'v, polynomial (gamma u'v + coef0)^degree. gamma not given: 1 / number of columns, without those of categories that no training row has.
//  - Two classes: scores are 1 / (1 + exp(-decision value)). Several: a vote of each pair of classes, and to it s / (3 (|s| + 1)) + 1/3, s the sum of the class's decision values, so
//    that a larger sum breaks ties of votes (as scikit-learn's decision_function with break_ties); scores are divided by their sum. They rank rows and are not
//    calibrated: LIBSVM's own probabilities draw from the global rand(), which threads share.
//  - Complexity: the number of support vectors. A solver that stops before its tolerance is a warning of the fit.
#include "base/spec_keys.hpp"
#include "learn/library/encoded.hpp"

#include "unseen/base/error.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#ifdef UNSEEN_LIBSVM
#include <libsvm/svm.h>
#endif

namespace unseen {

namespace {

#ifdef UNSEEN_LIBSVM

/// Memory for the kernel values of a fit, in MB. Fits run at the same time, so it is small.
constexpr double cache = 50.0;

void add_nodes(std::span<const double> row, std::vector<svm_node>& nodes)
{
    for (std::size_t c = 0; c < row.size(); ++c)
        if (row[c] != 0.0) nodes.push_back({.index = static_cast<int>(c) + 1, .value = row[c]});
    nodes.push_back({.index = -1, .value = 0.0});
}

/// A trained model and the cells of its support vectors, to which it points.
struct Machine {
    std::vector<svm_node> nodes;
    svm_model* model = nullptr;

    Machine() = default;
    Machine(const Machine&) = delete;
    Machine& operator=(const Machine&) = delete;
    ~Machine()
    {
        if (model != nullptr) svm_free_and_destroy_model(&model);
    }

    std::vector<double> decisions(std::span<const double> x) const
    {
        std::vector<svm_node> row;
        add_nodes(x, row);
        const auto k = static_cast<std::size_t>(model->nr_class);
        std::vector<double> values(std::max<std::size_t>(1, k * (k - 1) / 2));
        svm_predict_values(model, row.data(), values.data());
        return values;
    }

    void scores(std::span<const double> x, std::span<double> out) const
    {
        const auto values = decisions(x);
        const auto k = static_cast<std::size_t>(model->nr_class);
        const auto of = [&](std::size_t i) -> double& { return out[static_cast<std::size_t>(model->label[i])]; };
        if (k == 2) {
            of(0) = 1.0 / (1.0 + std::exp(-values[0]));
            of(1) = 1.0 - of(0);
            return;
        }
        std::vector<double> votes(k, 0.0);
        std::vector<double> sums(k, 0.0);
        std::size_t pair = 0;
        for (std::size_t i = 0; i < k; ++i)
            for (std::size_t j = i + 1; j < k; ++j, ++pair) {
                votes[values[pair] >= 0.0 ? i : j] += 1.0;
                sums[i] += values[pair];
                sums[j] -= values[pair];
            }
        double sum = 0.0;
        for (std::size_t i = 0; i < k; ++i) {
            votes[i] += sums[i] / (3.0 * (std::abs(sums[i]) + 1.0)) + 1.0 / 3.0;
            sum += votes[i];
        }
        for (std::size_t i = 0; i < k; ++i) of(i) = votes[i] / sum;
    }
};

/// The most steps that a solver took in this thread since it was set to 0. LIBSVM has no other way to tell: one function for all threads gets the lines that it would print.
thread_local int steps = 0;

void listen(const char* line)
{
    int own = 0;
    if (std::sscanf(line, "\noptimization finished, #iter = %d", &own) == 1) steps = std::max(steps, own);
}

/// LIBSVM's limit, which its interface does not show; more for more than 100,000 rows.
constexpr int most_steps = 10'000'000;

EncodedModel train_svm(const Spec& spec, const EncodedProblem& given)
{
    static const bool listening = [] {
        svm_set_print_string_function(listen);
        return true;
    }();
    static_cast<void>(listening);
    auto machine = std::make_shared<Machine>();
    std::vector<std::size_t> starts;
    for (std::size_t i = 0; i < given.x.size(); ++i) {
        // Copies of a row stand side by side and share their nodes.
        const bool copy = i > 0 && given.x[i].data() == given.x[i - 1].data();
        starts.push_back(copy ? starts.back() : machine->nodes.size());
        if (!copy) add_nodes(given.x[i], machine->nodes);
    }
    std::vector<svm_node*> rows;
    for (const auto start : starts) rows.push_back(machine->nodes.data() + start);
    auto y = given.y;
    const svm_problem task{.l = static_cast<int>(rows.size()), .y = y.data(), .x = rows.data()};
    const auto kernel = spec.text("kernel");
    svm_parameter how{};
    how.svm_type = given.classes > 0 ? C_SVC : EPSILON_SVR;
    how.kernel_type = kernel == "linear" ? LINEAR : kernel == "rbf" ? RBF : POLY;
    how.gamma = kernel == "linear" || spec.empty("gamma") ? 1.0 / static_cast<double>(std::max<std::size_t>(given.used, 1))
                                                          : spec.real("gamma");
    if (kernel == "polynomial") {
        how.degree = static_cast<int>(spec.integer("degree"));
        how.coef0 = spec.real("coef0");
    }
    how.C = spec.real("C");
    how.p = spec.real("epsilon");
    how.eps = spec.real("tolerance");
    how.cache_size = cache;
    how.shrinking = 1;
    if (const char* fault = svm_check_parameter(&task, &how)) throw LearnerError("svm: LIBSVM: " + std::string(fault));
    steps = 0;
    machine->model = svm_train(&task, &how);
    std::vector<Warning> warnings;
    if (steps >= most_steps)
        warnings.emplace_back("not_converged", "svm: LIBSVM stopped before tolerance=" + spec.text("tolerance") + ": after " +
                                                   std::to_string(steps) + " steps");
    const auto vectors = static_cast<double>(machine->model->l);
    if (given.classes == 0)
        return {.predict = row_by_row(
                    [machine](std::span<const double> x, std::span<double> out) { out[0] = machine->decisions(x)[0]; }),
                .complexity = {{"support_vectors", vectors}},
                .warnings = std::move(warnings)};
    return {.predict = row_by_row([machine](std::span<const double> x, std::span<double> out) { machine->scores(x, out); }),
            .complexity = {{"support_vectors", vectors}},
            .warnings = std::move(warnings)};
}

constexpr const char* libsvm_missing = "";
#else
EncodedModel train_svm(const Spec&, const EncodedProblem&) { return {}; }

constexpr const char* libsvm_missing = "LIBSVM (Debian: libsvm-dev)";
#endif

/// A key of some kernels.
SpecKey kernel_key(SpecKey key, const std::vector<std::string>& kernels)
{
    key.governor = "kernel";
    for (const auto& kernel : kernels) key.fallbacks.emplace_back(kernel, key.fallback);
    return key;
}

} // namespace

LearnerEntry svm_entry()
{
    return {
        .info = {.name = "svm",
                 .help = "support vector machine, by LIBSVM",
                 .keys = {choice_key("kernel", "rbf",
                                     "rbf: exp(-gamma |u - v|^2); linear: u'v; polynomial: (gamma u'v + coef0)^degree",
                                     {"rbf", "linear", "polynomial"}),
                          open_real_key("C", "1", "weight of the training errors: larger fits closer", 0, 1e300),
                          kernel_key(open_real_key("gamma", "", "how near rows must be to be alike; empty: 1 / number of columns",
                                                   0, 1e300),
                                     {"rbf", "polynomial"}),
                          kernel_key(integer_key("degree", "3", "of the polynomial", 1, 20), {"polynomial"}),
                          kernel_key(real_key("coef0", "0", "constant of the polynomial", 0, 1e300), {"polynomial"}),
                          real_key("epsilon", "0.1", "for numbers: errors up to this cost nothing", 0, 1e300), scale_key(),
                          open_real_key("tolerance", "0.001", "where the solver stops: smaller is more exact", 0, 1)}},
        .traits = {},
        .prepare = [](const Dataset& data, std::span<const Spec> variants,
                      const Budget&) { return prepare_encoded(data, variants, train_svm); },
        .check_data = check_encoded,
        .missing = libsvm_missing};
}

} // namespace unseen
