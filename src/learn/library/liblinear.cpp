// logistic, linear-svm: linear models by LIBLINEAR (Fan, Chang, Hsieh, Wang & Lin 2008, JMLR 9:1871), only
// with its primal solvers (Lin, Weng & Keerthi 2008, JMLR 9:627), because its dual ones draw from the global
// rand(), which threads share.
//
//  - logistic: minimises |w|^2 / 2 + C sum log(1 + exp(-y w'x)); several classes: each against the others,
//    with scores divided by their sum.
//  - linear-svm: squared hinge loss; several classes: each against the others. Numbers: squared loss beyond
//    `epsilon`. Scores of two classes are 1 / (1 + exp(-decision value)), of several the softmax of the
//    decision values: they rank rows and are not calibrated, but with calibrate=yes (encoded.hpp).
//  - The intercept is the weight of a column of the value `bias`, and so is penalised, as by LIBLINEAR's
//    option -B and scikit-learn's intercept_scaling.
//  - Complexity: weights that are not 0. A solver that stops before its tolerance is a warning of the fit.
#include "base/spec_keys.hpp"
#include "learn/library/encoded.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <stop_token>

#ifdef UNSEEN_LIBLINEAR
#include <linear.h>
#endif

namespace unseen {

namespace {

#ifdef UNSEEN_LIBLINEAR

/// The weights for each class, or for the first of two classes, or for the number; the last one belongs to
/// the constant column.
struct LinearWeights {
    std::vector<std::size_t> classes; ///< in the order of the weights; empty for numbers
    std::vector<std::vector<double>> weights;
    double bias = 0.0;
    std::vector<Warning> warnings;

    double value(std::size_t of, const EncodedRow& x) const
    {
        double sum = 0.0;
        x.for_each([&](std::size_t c, double cell) { sum += weights[of][c] * cell; });
        return sum + weights[of].back() * bias;
    }
};

/// The messages of LIBLINEAR's solver in this thread, and whether it should stop. There is no other way: one
/// function for all threads receives the lines that LIBLINEAR would print.
struct LiblinearSaid {
    int iterations = 0;
    bool stuck = false; ///< a step was lost in rounding before the tolerance was reached
    std::stop_token stop{};
};
thread_local LiblinearSaid liblinear_said;

/// LIBLINEAR calls this with each step. It has no way to stop a solver, so an exception passes through it,
/// and its arrays of rows and columns leak.
void hear_liblinear(const char* line)
{
    if (liblinear_said.stop.stop_requested()) throw LearnerError("LIBLINEAR: stopped");
    int iteration = 0;
    if (std::sscanf(line, "iter %d", &iteration) == 1)
        liblinear_said.iterations = std::max(liblinear_said.iterations, iteration);
    liblinear_said.stuck |= std::strstr(line, "prered") != nullptr;
}

/// The trust region method's limit, which its interface does not show.
constexpr int most_iterations = 1000;

LinearWeights solved(const EncodedProblem& given, const Spec& spec, int solver)
{
    static const bool listening = [] {
        set_print_string_function(hear_liblinear);
        return true;
    }();
    static_cast<void>(listening);
    LinearWeights result{.classes = {}, .weights = {}, .bias = spec.real("bias"), .warnings = {}};
    const auto columns = given.columns + 1;
    if (columns >= static_cast<std::size_t>(std::numeric_limits<int>::max()))
        throw LearnerError(spec.name() + ": LIBLINEAR takes fewer than 2147483647 columns");
    std::vector<feature_node> nodes;
    std::vector<std::size_t> starts;
    std::size_t cells = 0;
    for (const auto& x : given.x) cells += x.values.size() + 2;
    nodes.reserve(cells);
    for (std::size_t i = 0; i < given.x.size(); ++i) {
        // Copies of a row are adjacent and share their nodes.
        if (i > 0 && given.x[i].same_as(given.x[i - 1])) {
            starts.push_back(starts.back());
            continue;
        }
        starts.push_back(nodes.size());
        const auto add = [&](std::size_t c, double value) {
            if (value != 0.0) nodes.push_back({.index = static_cast<int>(c) + 1, .value = value});
        };
        given.x[i].for_each(add);
        add(given.columns, result.bias);
        nodes.push_back({.index = -1, .value = 0.0});
    }
    std::vector<feature_node*> rows;
    for (const auto start : starts) rows.push_back(nodes.data() + start);
    auto y = given.y;
    const problem task{.l = static_cast<int>(rows.size()),
                       .n = static_cast<int>(columns),
                       .y = y.data(),
                       .x = rows.data(),
                       .bias = -1.0};
    parameter how{};
    how.solver_type = solver;
    how.eps = spec.real("tolerance");
    how.C = spec.real("C");
    how.p = spec.find("epsilon") ? spec.real("epsilon") : 0.0;
    if (const char* fault = check_parameter(&task, &how))
        throw LearnerError(spec.name() + ": LIBLINEAR: " + fault);
    liblinear_said = {.iterations = 0, .stuck = false, .stop = given.stop};
    auto* trained = train(&task, &how);
    if (liblinear_said.stuck || liblinear_said.iterations >= most_iterations)
        result.warnings.emplace_back(
            warnings::not_converged,
            spec.name() + ": LIBLINEAR stopped before tolerance=" + spec.text("tolerance") +
                (liblinear_said.stuck ? ": its steps were lost in rounding" : ": after 1000 steps"));
    if (given.classes == 0 && given.y.back() - given.y.front() <= 2.0 * how.p)
        result.warnings.emplace_back(
            warnings::units_decide,
            spec.name() + ": the target has a range of " + readable(given.y.back() - given.y.front()) +
                " in the training rows, and errors up to epsilon=" + spec.text("epsilon") + " cost nothing");
    const int solutions = given.classes == 0 || trained->nr_class == 2 ? 1 : trained->nr_class;
    for (int k = 0; given.classes > 0 && k < trained->nr_class; ++k)
        result.classes.push_back(static_cast<std::size_t>(trained->label[k]));
    for (int k = 0; k < solutions; ++k) {
        auto& weights = result.weights.emplace_back();
        for (std::size_t c = 0; c < columns; ++c)
            weights.push_back(
                trained->w[c * static_cast<std::size_t>(solutions) + static_cast<std::size_t>(k)]);
    }
    free_and_destroy_model(&trained);
    return result;
}

double logistic(double x) { return 1.0 / (1.0 + std::exp(-x)); }

/// The functions of `columns` columns, by which the model of `classes` classes decides.
LinearFunctions functions_of(const LinearWeights& found, std::size_t columns, std::size_t classes)
{
    const std::size_t outputs = classes > 2 ? classes : 1;
    LinearFunctions all{.coefficients = std::vector<double>(outputs * columns, 0.0),
                        .intercepts = std::vector<double>(
                            outputs, classes > 2 ? -std::numeric_limits<double>::infinity() : 0.0)};
    const auto set = [&](std::size_t output, std::size_t of, double sign) {
        for (std::size_t c = 0; c < columns; ++c)
            all.coefficients[output * columns + c] = sign * found.weights[of][c];
        all.intercepts[output] = sign * found.weights[of].back() * found.bias;
    };
    if (found.classes.size() == 2) {
        if (classes > 2) all.intercepts[found.classes[0]] = 0.0;
        set(classes > 2 ? found.classes[1] : 0, 0, -1.0);
    } else {
        for (std::size_t k = 0; k < found.weights.size(); ++k)
            set(classes > 2 ? found.classes[k] : 0, k, 1.0);
    }
    return all;
}

/// The model; `share` divides the decision values of several classes by their sum.
EncodedModel linear_model(LinearWeights solved, const EncodedProblem& given,
                          void (*share)(std::vector<double>&))
{
    double used = 0.0;
    for (const auto& weights : solved.weights)
        for (const double w : weights) used += w != 0.0 ? 1.0 : 0.0;
    auto warnings = std::move(solved.warnings);
    const auto found = std::make_shared<const LinearWeights>(std::move(solved));
    return {.predict = row_by_row([found, share](const EncodedRow& x, std::span<double> out) {
                if (found->classes.empty()) {
                    out[0] = found->value(0, x);
                } else if (found->classes.size() == 2) {
                    const double first = logistic(found->value(0, x));
                    out[found->classes[0]] = first;
                    out[found->classes[1]] = 1.0 - first;
                } else {
                    std::vector<double> values;
                    for (std::size_t k = 0; k < found->classes.size(); ++k)
                        values.push_back(found->value(k, x));
                    share(values);
                    double sum = 0.0;
                    for (const double value : values) sum += value;
                    for (std::size_t k = 0; k < values.size(); ++k) out[found->classes[k]] = values[k] / sum;
                }
            }),
            .complexity = {{"weights", used}},
            .warnings = std::move(warnings),
            .margins = row_by_row([found](const EncodedRow& x, std::span<double> out) {
                if (found->classes.size() == 2)
                    out[found->classes[1]] = -found->value(0, x);
                else
                    for (std::size_t k = 0; k < found->classes.size(); ++k)
                        out[found->classes[k]] = found->value(k, x);
            }),
            .linear = [found, columns = given.columns,
                       classes = given.classes] { return functions_of(*found, columns, classes); },
            .constant = found->bias};
}

EncodedModel train_logistic(const Spec& spec, const EncodedProblem& given)
{
    return linear_model(solved(given, spec, L2R_LR), given, [](std::vector<double>& values) {
        for (double& value : values) value = logistic(value);
    });
}

/// alpha K + xi of each row, where alpha = 2 C xi for the squared loss. The constant column is part of the
/// kernel, so the machine has no threshold, and leave-one-out has no other errors (Jaakkola & Haussler 1999;
/// the proof in METHODS B.9 holds with K + 1 / (2 C), and alpha / (2 C) is xi).
LeftOutLosses left_out_losses(const LinearWeights& found, const EncodedProblem& given, double c)
{
    LeftOutLosses losses;
    for (std::size_t i = 0; i < given.x.size(); ++i) {
        double kernel = found.bias * found.bias;
        given.x[i].for_each([&](std::size_t, double value) { kernel += value * value; });
        const bool first = given.y[i] == static_cast<double>(found.classes[0]);
        const double f = found.value(0, given.x[i]);
        const double xi = std::max(0.0, 1.0 - (first ? f : -f));
        losses.losses.push_back(2.0 * c * xi * kernel + xi);
    }
    return losses;
}

EncodedModel train_linear_svm(const Spec& spec, const EncodedProblem& given)
{
    auto found = solved(given, spec, given.classes > 0 ? L2R_L2LOSS_SVC : L2R_L2LOSS_SVR);
    std::optional<LeftOutLosses> left_out;
    if (given.left_out) left_out = left_out_losses(found, given, spec.real("C"));
    auto model = linear_model(std::move(found), given, [](std::vector<double>& values) {
        const double largest = *std::ranges::max_element(values);
        for (double& value : values) value = std::exp(value - largest);
    });
    model.left_out = std::move(left_out);
    return model;
}

constexpr const char* liblinear_missing = "";
#else
EncodedModel train_logistic(const Spec&, const EncodedProblem&) { return {}; }
EncodedModel train_linear_svm(const Spec&, const EncodedProblem&) { return {}; }

constexpr const char* liblinear_missing = "LIBLINEAR (Debian: liblinear-dev)";
#endif

std::vector<SpecKey> liblinear_keys(bool numbers)
{
    std::vector<SpecKey> keys = {
        open_real_key("C", "1", "weight of the training errors: larger fits closer", 0, 1e300)};
    if (numbers) keys.push_back(calibrate_key());
    if (numbers)
        keys.push_back(real_key("epsilon", "0.1", "for numbers: errors up to this cost nothing", 0, 1e300));
    keys.push_back(scale_key());
    keys.push_back(real_key(
        "bias", "1", "value of the constant column: larger penalises the intercept less; 0: none", 0, 1e300));
    keys.push_back(
        open_real_key("tolerance", "0.0001", "where the solver stops: smaller is more exact", 0, 1));
    return keys;
}

} // namespace

LearnerEntry logistic_entry()
{
    return {.info = {.name = "logistic",
                     .help = "logistic regression with a penalty, by LIBLINEAR",
                     .keys = liblinear_keys(false)},
            .traits = {.numbers = false, .missing_cells = false, .decisions = true, .linear = true},
            .prepare = [](const Dataset& data, std::span<const Spec> variants,
                          const Budget&) { return prepare_encoded(data, variants, train_logistic); },
            .check_data = check_encoded,
            .sparse_keys = scales_that_keep_zeros(),
            .missing = liblinear_missing};
}

LearnerEntry linear_svm_entry()
{
    return {.info = {.name = "linear-svm",
                     .help = "linear support vector machine with squared loss, by LIBLINEAR",
                     .keys = liblinear_keys(true)},
            .traits = {.missing_cells = false, .linear = true},
            .prepare = [](const Dataset& data, std::span<const Spec> variants,
                          const Budget&) { return prepare_encoded(data, variants, train_linear_svm); },
            .check = check_calibrate,
            .check_data = check_encoded,
            .sparse_keys = scales_that_keep_zeros(),
            .traits_of = add_decisions,
            .missing = liblinear_missing};
}

} // namespace unseen
