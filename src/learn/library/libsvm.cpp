// svm: support vector machines by LIBSVM (Chang & Lin 2011, ACM TIST 2:27): C-SVC for classes, epsilon-SVR
// for numbers.
//
//  - Kernels: rbf exp(-gamma |u - v|^2), linear u'v, polynomial (gamma u'v + coef0)^degree. gamma not given:
//    1 / number of columns, without those of categories that no training row has.
//  - Two classes: scores are 1 / (1 + exp(-decision value)). Several: a vote of each pair of classes, and to
//    it s / (3 (|s| + 1)) + 1/3, s the sum of the class's decision values, so that a larger sum breaks ties
//    of votes (as scikit-learn's decision_function with break_ties); scores are divided by their sum. They
//    rank rows and are not calibrated, but with calibrate=yes (encoded.hpp): LIBSVM's own probabilities draw
//    from the global rand(), which threads share.
// - Complexity: the number of support vectors. A solver that stops before its tolerance is a warning of the
//   fit; LIBSVM then also writes a line to standard error, bypassing the function that we give it.
#include "base/pages.hpp"
#include "base/spec_keys.hpp"
#include "learn/library/encoded.hpp"
#include "learn/sparse_features.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/data/dense.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <stop_token>

#ifdef UNSEEN_LIBSVM
#include <libsvm/svm.h>
#endif

namespace unseen {

namespace {

/// True if the kernels of two rows are the same in all fits.
bool may_share(const Spec& spec) { return spec.text("kernel") == "rbf" && spec.text("scale") == "none"; }

#ifdef UNSEEN_LIBSVM

/// Memory for the kernel values of a fit, in MB. Fits run at the same time, so it is small.
constexpr double cache = 50.0;

void add_nodes(const EncodedRow& row, std::vector<svm_node>& nodes)
{
    row.for_each([&](std::size_t c, double value) {
        if (value != 0.0) nodes.push_back({.index = static_cast<int>(c) + 1, .value = value});
    });
    nodes.push_back({.index = -1, .value = 0.0});
}

/// Rows for the kernel exp(-gamma |u - v|^2), dense ones column after column, so that many values are
/// computed at once. They have the same bits as LIBSVM's own in training: squares of the lengths, less twice
/// the product, all summed by column. The zeros that sparse rows leave out add nothing.
class RbfRows {
public:
    RbfRows(std::span<const EncodedRow> rows, std::size_t columns, double gamma)
        : rows_(rows.size()),
          columns_(columns),
          gamma_(gamma)
    {
        const bool dense =
            std::ranges::all_of(rows, [&](const EncodedRow& row) { return row.values.size() == columns; });
        if (dense) cells_.resize(rows_ * columns);
        for (std::size_t i = 0; i < rows_; ++i) {
            squares_.push_back(square(rows[i]));
            if (dense)
                rows[i].for_each([&](std::size_t c, double value) { cells_[c * rows_ + i] = value; });
            else
                rows[i].for_each([&](std::size_t c, double value) { sparse_.emplace_back(c, value); });
            ends_.push_back(sparse_.size());
        }
    }

    std::size_t size() const { return rows_; }

    /// Writes the kernel of x and the rows from `begin` to before `begin + out.size()`.
    void kernel(const EncodedRow& x, std::size_t begin, std::span<double> out) const
    {
        std::ranges::fill(out, 0.0);
        if (sparse_.empty())
            x.for_each([&](std::size_t c, double value) {
                const double* const column = cells_.data() + c * rows_ + begin;
                for (std::size_t i = 0; i < out.size() && value != 0.0 && !cells_.empty(); ++i)
                    out[i] += value * column[i];
            });
        else
            add_products(x, begin, out);
        const double own = square(x);
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = std::exp(-gamma_ * (own + squares_[begin + i] - 2 * out[i]));
    }

private:
    static double square(const EncodedRow& x)
    {
        double sum = 0.0;
        for (const double cell : x.values) sum += cell * cell;
        return sum;
    }
    void add_products(const EncodedRow& x, std::size_t begin, std::span<double> out) const
    {
        thread_local std::vector<double> cells; // of x; all 0 between calls
        cells.resize(std::max(cells.size(), columns_), 0.0);
        x.for_each([&](std::size_t c, double value) { cells[c] = value; });
        for (std::size_t i = 0; i < out.size(); ++i)
            for (std::size_t k = begin + i == 0 ? 0 : ends_[begin + i - 1]; k < ends_[begin + i]; ++k)
                out[i] += cells[sparse_[k].first] * sparse_[k].second;
        x.for_each([&](std::size_t c, double) { cells[c] = 0.0; });
    }

    std::size_t rows_;
    std::size_t columns_;
    double gamma_;
    std::vector<double> cells_; ///< of dense rows
    std::vector<std::pair<std::uint32_t, double>>
        sparse_{};                    ///< columns and values of sparse rows, one row after the other
    std::vector<std::size_t> ends_{}; ///< of each sparse row
    std::vector<double> squares_;
};

/// Kernels of all pairs of labelled rows, which all fits of unscaled rows with the same gamma share. They
/// change no answer.
class SharedKernels {
public:
    /// Rows are in the order in which fits have them, by response and columns, so a solver reads its kernels
    /// one after the other.
    SharedKernels(const Dataset& data, const Budget& budget)
        : features_(one_hot_features(data)),
          order_(data.labelled()),
          places_(data.labelled()),
          bytes_(budget.bytes)
    {
        std::iota(order_.begin(), order_.end(), Row{0});
        const auto response = [&](Row r) {
            return data.response_type() == ResponseType::classes ? static_cast<double>(data.class_codes()[r])
                                                                 : data.responses()[r];
        };
        std::ranges::sort(order_, [&](Row a, Row b) {
            return response(a) != response(b)
                       ? response(a) < response(b)
                       : std::ranges::lexicographical_compare(features_.row(a), features_.row(b));
        });
        for (std::size_t i = 0; i < order_.size(); ++i) places_[order_[i]] = i;
    }

    /// LIBSVM's form, in which each row has one node more than there are rows: its number, from 1, and the
    /// kernels. nullptr if they are too large, and for the first fits, because a few fits do not need all
    /// pairs.
    const svm_node* of(double gamma) const
    {
        Kernel* kernel = nullptr;
        {
            const std::lock_guard lock(mutex_);
            kernel = &kernels_[gamma];
            const auto bytes = order_.size() * width() * sizeof(svm_node);
            if (++kernel->asked <= 3 || (!kernel->granted && bytes > bytes_)) return nullptr;
            if (!kernel->granted) bytes_ -= bytes;
            kernel->granted = true;
        }
        std::call_once(kernel->once, [&] { fill(*kernel, gamma); });
        return kernel->nodes.get();
    }
    /// The row's in such an array.
    const svm_node* row(const svm_node* all, Row row) const { return all + places_[row] * width(); }

private:
    std::size_t width() const { return order_.size() + 1; }

    struct Kernel {
        std::size_t asked = 0;
        bool granted = false;
        std::once_flag once;
        std::unique_ptr<svm_node[]> nodes;
    };

    void fill(Kernel& kernel, double gamma) const
    {
        std::vector<EncodedRow> rows;
        for (const Row r : order_) rows.push_back({features_.row(r)});
        const auto n_rows = rows.size();
        const RbfRows all(rows, features_.columns(), gamma);
        auto nodes = std::make_unique_for_overwrite<svm_node[]>(n_rows * width());
        prefer_large_pages(nodes.get(), n_rows * width() * sizeof(svm_node)); // solvers jump from row to row
        constexpr std::size_t tile = 64; // rows, whose mirror images are written while they are in the cache
        std::vector<double> values(tile);
        for (std::size_t i = 0; i < n_rows; ++i)
            nodes[i * width()] = {.index = 0, .value = static_cast<double>(i + 1)};
        for (std::size_t begin = 0; begin < n_rows; begin += tile)
            for (std::size_t i = begin; i < n_rows; ++i) {
                const auto n = std::min(tile, n_rows - begin);
                all.kernel(rows[i], begin, std::span(values).first(n));
                for (std::size_t k = 0; k < n; ++k) {
                    nodes[i * width() + begin + k + 1].value = values[k];
                    nodes[(begin + k) * width() + i + 1].value = values[k];
                }
            }
        kernel.nodes = std::move(nodes);
    }

    DenseFeatures features_;
    std::vector<Row> order_;
    std::vector<std::size_t> places_; ///< of each row in order_
    mutable std::mutex mutex_;
    mutable std::size_t bytes_; ///< the number of bytes that are left
    mutable std::map<double, Kernel> kernels_;
};

/// A trained model and the cells of its support vectors, to which it points.
struct Machine {
    std::vector<svm_node> nodes;
    svm_model* model = nullptr;
    std::optional<RbfRows> vectors{}; ///< of the kernel rbf

    Machine() = default;
    Machine(const Machine&) = delete;
    Machine& operator=(const Machine&) = delete;
    ~Machine()
    {
        if (model != nullptr) svm_free_and_destroy_model(&model);
    }

    std::vector<double> decisions(const EncodedRow& x) const
    {
        if (vectors) return of_kernels(x);
        std::vector<svm_node> row;
        add_nodes(x, row);
        const auto k = static_cast<std::size_t>(model->nr_class);
        std::vector<double> values(std::max<std::size_t>(1, k * (k - 1) / 2));
        svm_predict_values(model, row.data(), values.data());
        return values;
    }

    /// As svm_predict_values(), with our own kernels.
    std::vector<double> of_kernels(const EncodedRow& x) const
    {
        std::vector<double> kernel(vectors->size());
        vectors->kernel(x, 0, kernel);
        const auto sum = [&](int of, std::size_t begin, std::size_t n) {
            double value = 0.0;
            for (std::size_t k = begin; k < begin + n; ++k) value += model->sv_coef[of][k] * kernel[k];
            return value;
        };
        if (model->nSV == nullptr) return {sum(0, 0, kernel.size()) - model->rho[0]};
        std::vector<double> values;
        std::size_t of_i = 0;
        for (int i = 0; i < model->nr_class; of_i += static_cast<std::size_t>(model->nSV[i++])) {
            std::size_t of_j = of_i + static_cast<std::size_t>(model->nSV[i]);
            for (int j = i + 1; j < model->nr_class; of_j += static_cast<std::size_t>(model->nSV[j++]))
                values.push_back(sum(j - 1, of_i, static_cast<std::size_t>(model->nSV[i])) +
                                 sum(i, of_j, static_cast<std::size_t>(model->nSV[j])) -
                                 model->rho[values.size()]);
        }
        return values;
    }

    std::size_t class_at(std::size_t i) const { return static_cast<std::size_t>(model->label[i]); }

    void scores(const EncodedRow& x, std::span<double> out) const
    {
        margins(x, out);
        const auto k = static_cast<std::size_t>(model->nr_class);
        if (k == 2) {
            out[class_at(0)] = 1.0 / (1.0 + std::exp(out[class_at(1)]));
            out[class_at(1)] = 1.0 - out[class_at(0)];
            return;
        }
        double sum = 0.0;
        for (std::size_t i = 0; i < k; ++i) sum += out[class_at(i)];
        for (std::size_t i = 0; i < k; ++i) out[class_at(i)] /= sum;
    }

    /// Votes with their sums of decision values, or for two classes the decision value of the second.
    void margins(const EncodedRow& x, std::span<double> out) const
    {
        const auto values = decisions(x);
        const auto k = static_cast<std::size_t>(model->nr_class);
        if (k == 2) {
            out[class_at(1)] = -values[0]; // those of the first are positive: labels come as they first occur
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
        for (std::size_t i = 0; i < k; ++i)
            out[class_at(i)] = votes[i] + (sums[i] / (3.0 * (std::abs(sums[i]) + 1.0)) + 1.0 / 3.0);
    }
};

/// The messages of LIBSVM's solvers in this thread, and whether they should stop. There is no other way: one
/// function for all threads receives the lines that LIBSVM would print.
struct LibsvmSaid {
    int steps = 0; ///< the largest number of steps of a solver
    std::stop_token stop{};
};
thread_local LibsvmSaid libsvm_said;

/// LIBSVM calls this at least every 1,000 steps. It has no way to stop a solver, so an exception passes
/// through it, and its arrays of rows leak.
void hear_libsvm(const char* line)
{
    if (libsvm_said.stop.stop_requested()) throw LearnerError("svm: stopped");
    int own = 0;
    if (std::sscanf(line, "\noptimization finished, #iter = %d", &own) == 1)
        libsvm_said.steps = std::max(libsvm_said.steps, own);
}

/// LIBSVM's limit, which its interface does not show; more for more than 100,000 rows.
constexpr int most_steps = 10'000'000;

/// The largest kernel of a training row with itself.
double largest_kernel(const Spec& spec, const EncodedProblem& given)
{
    const auto kernel = spec.text("kernel");
    if (kernel == "rbf") return 1.0;
    double largest = 0.0;
    for (const auto& row : given.x) {
        double square = 0.0;
        row.for_each([&](std::size_t, double value) { square += value * value; });
        largest = std::max(largest, square);
    }
    if (kernel == "linear") return largest;
    const double gamma = spec.empty("gamma") ? 1.0 / static_cast<double>(std::max<std::size_t>(given.used, 1))
                                             : spec.real("gamma");
    return std::pow(gamma * largest + std::abs(spec.real("coef0")),
                    static_cast<double>(spec.integer("degree")));
}

/// A warning if the numbers have a unit in which the machine cannot follow them: errors up to epsilon cost
/// nothing, and a row moves the machine by at most C times its kernel.
std::optional<Warning> of_target_unit(const Spec& spec, const EncodedProblem& given)
{
    if (given.classes > 0) return std::nullopt;
    const double range = given.y.back() - given.y.front();
    const bool within = range <= 2.0 * spec.real("epsilon");
    const bool beyond =
        range > 100.0 * spec.real("C") * static_cast<double>(given.y.size()) * largest_kernel(spec, given);
    if (!within && !beyond) return std::nullopt;
    return Warning(warnings::units_decide,
                   "svm: the target has a range of " + readable(range) + " in the training rows, " +
                       (within ? "and errors up to epsilon=" + spec.text("epsilon") + " cost nothing"
                               : "and C=" + spec.text("C") + " does not let the machine go that far"));
}

double kernel_of(const EncodedRow& a, const EncodedRow& b, const svm_parameter& how)
{
    double product = 0.0;
    std::size_t at = 0; // in b; the places of both rows ascend
    const auto place = [](const EncodedRow& row, std::size_t i) {
        return row.places.empty() ? i : std::size_t{row.places[i]};
    };
    a.for_each([&](std::size_t c, double value) {
        while (at < b.values.size() && place(b, at) < c) ++at;
        if (at < b.values.size() && place(b, at) == c) product += value * b.values[at];
    });
    return how.kernel_type == LINEAR ? product : std::pow(how.gamma * product + how.coef0, how.degree);
}

/// The range of the kernels of the training rows: the largest of a row with itself, less the smallest of two
/// rows. O(rows^2 x columns).
double kernel_range(const Spec& spec, const EncodedProblem& given, const svm_parameter& how)
{
    const bool rbf = how.kernel_type == RBF || how.kernel_type == PRECOMPUTED;
    std::optional<RbfRows> rows;
    if (rbf) rows.emplace(given.x, given.columns, how.gamma);
    double smallest = std::numeric_limits<double>::infinity();
    std::vector<double> kernels;
    for (std::size_t i = 0; i < given.x.size(); ++i) {
        if (given.stop.stop_requested()) throw LearnerError("svm: stopped");
        kernels.resize(i + 1);
        if (rbf)
            rows->kernel(given.x[i], 0, kernels);
        else
            for (std::size_t j = 0; j <= i; ++j) kernels[j] = kernel_of(given.x[i], given.x[j], how);
        smallest = std::min(smallest, *std::ranges::min_element(kernels));
    }
    return largest_kernel(spec, given) - smallest;
}

/// 2 alpha R^2 + xi of each row (Joachims 2000, with rho = 2): it holds if the machine left without the row
/// has a support vector with 0 < alpha < C.
LeftOutLosses left_out_losses(const Machine& machine, const Spec& spec, const EncodedProblem& given,
                              const svm_parameter& how)
{
    LeftOutLosses found{.losses = std::vector<double>(given.x.size(), 0.0), .free_vectors = 0};
    const double range = kernel_range(spec, given, how);
    for (int k = 0; k < machine.model->l; ++k) {
        const double alpha = std::abs(machine.model->sv_coef[0][k]);
        found.losses[static_cast<std::size_t>(machine.model->sv_indices[k] - 1)] = 2.0 * alpha * range;
        *found.free_vectors += alpha < how.C ? 1 : 0;
    }
    for (std::size_t i = 0; i < given.x.size(); ++i) {
        const bool first = given.y[i] == static_cast<double>(machine.model->label[0]);
        const double f = machine.decisions(given.x[i])[0];
        found.losses[i] += std::max(0.0, 1.0 - (first ? f : -f));
    }
    return found;
}

/// The places of the support vectors among the training rows, ascending.
std::vector<std::size_t> places_of_vectors(const svm_model& model)
{
    std::vector<std::size_t> places;
    for (int k = 0; k < model.l; ++k) places.push_back(static_cast<std::size_t>(model.sv_indices[k] - 1));
    std::ranges::sort(places);
    return places;
}

/// EncodedModel::linear of a machine of numbers or of two classes with a linear kernel; null for others.
std::function<LinearFunctions()> linear_function(const std::shared_ptr<const Machine>& machine,
                                                 const EncodedProblem& given)
{
    const auto& model = *machine->model;
    if (model.param.kernel_type != LINEAR || model.nr_class != 2 || given.classes > 2) return {};
    const double sign = given.classes == 0 ? 1.0 : -1.0; // LIBSVM's is positive for the first class
    return [machine, sign, columns = given.columns] {
        const auto& own = *machine->model;
        LinearFunctions found{.coefficients = std::vector<double>(columns, 0.0),
                              .intercepts = {-sign * own.rho[0]}};
        for (int k = 0; k < own.l; ++k)
            for (const svm_node* cell = own.SV[k]; cell->index != -1; ++cell)
                found.coefficients[static_cast<std::size_t>(cell->index - 1)] +=
                    sign * own.sv_coef[0][k] * cell->value;
        return found;
    };
}

EncodedModel train_svm(const Spec& spec, const EncodedProblem& given,
                       const std::shared_ptr<const SharedKernels>& kernels)
{
    static const bool listening = [] {
        svm_set_print_string_function(hear_libsvm);
        return true;
    }();
    static_cast<void>(listening);
    auto machine = std::make_shared<Machine>();
    const auto kernel = spec.text("kernel");
    svm_parameter how{};
    how.svm_type = given.classes > 0 ? C_SVC : EPSILON_SVR;
    how.kernel_type = kernel == "linear" ? LINEAR : kernel == "rbf" ? RBF : POLY;
    how.gamma = kernel == "linear" || spec.empty("gamma")
                    ? 1.0 / static_cast<double>(std::max<std::size_t>(given.used, 1))
                    : spec.real("gamma");
    const auto* const shared = kernels != nullptr && may_share(spec) ? kernels->of(how.gamma) : nullptr;
    std::vector<std::size_t> starts;
    for (std::size_t i = 0; i < given.x.size() && shared == nullptr; ++i) {
        // Copies of a row are adjacent and share their nodes.
        const bool copy = i > 0 && given.x[i].same_as(given.x[i - 1]);
        starts.push_back(copy ? starts.back() : machine->nodes.size());
        if (!copy) add_nodes(given.x[i], machine->nodes);
    }
    std::vector<svm_node*> rows;
    for (const auto start : starts) rows.push_back(machine->nodes.data() + start);
    if (shared != nullptr) {
        how.kernel_type = PRECOMPUTED;
        for (const Row row : given.rows)
            rows.push_back(const_cast<svm_node*>(kernels->row(shared, row))); // LIBSVM only reads it
    }
    auto y = given.y;
    const svm_problem task{.l = static_cast<int>(rows.size()), .y = y.data(), .x = rows.data()};
    if (kernel == "polynomial") {
        how.degree = static_cast<int>(spec.integer("degree"));
        how.coef0 = spec.real("coef0");
    }
    how.C = spec.real("C");
    how.p = spec.real("epsilon");
    how.eps = spec.real("tolerance");
    how.cache_size = cache;
    how.shrinking = 1;
    if (const char* fault = svm_check_parameter(&task, &how))
        throw LearnerError("svm: LIBSVM: " + std::string(fault));
    libsvm_said = {.steps = 0, .stop = given.stop};
    machine->model = svm_train(&task, &how);
    if (kernel == "rbf") {
        std::vector<EncodedRow> vectors;
        for (int k = 0; k < machine->model->l; ++k)
            vectors.push_back(given.x[static_cast<std::size_t>(machine->model->sv_indices[k] - 1)]);
        machine->vectors.emplace(vectors, given.columns, how.gamma);
    }
    std::vector<Warning> warnings;
    if (libsvm_said.steps >= most_steps)
        warnings.emplace_back(warnings::not_converged,
                              "svm: LIBSVM stopped before tolerance=" + spec.text("tolerance") + ": after " +
                                  std::to_string(libsvm_said.steps) + " steps");
    if (auto told_of_units = of_target_unit(spec, given)) warnings.push_back(std::move(*told_of_units));
    const auto vectors = static_cast<double>(machine->model->l);
    if (given.classes == 0)
        return {.predict = row_by_row([machine](const EncodedRow& x, std::span<double> out) {
                    out[0] = machine->decisions(x)[0];
                }),
                .complexity = {{"support_vectors", vectors}},
                .warnings = std::move(warnings),
                .linear = linear_function(machine, given)};
    return {.predict = row_by_row(
                [machine](const EncodedRow& x, std::span<double> out) { machine->scores(x, out); }),
            .complexity = {{"support_vectors", vectors}},
            .warnings = std::move(warnings),
            .margins = row_by_row(
                [machine](const EncodedRow& x, std::span<double> out) { machine->margins(x, out); }),
            .linear = linear_function(machine, given),
            .left_out =
                given.left_out ? std::optional(left_out_losses(*machine, spec, given, how)) : std::nullopt,
            .kept = places_of_vectors(*machine->model)};
}

constexpr const char* libsvm_missing = "";
#else
struct SharedKernels {
    SharedKernels(const Dataset&, const Budget&) {}
};
EncodedModel train_svm(const Spec&, const EncodedProblem&, const std::shared_ptr<const SharedKernels>&)
{
    return {};
}

constexpr const char* libsvm_missing = "LIBSVM (Debian: libsvm-dev)";
#endif

/// A key that applies to some kernels.
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
        .info =
            {.name = "svm",
             .help = "support vector machine, by LIBSVM",
             .keys =
                 {choice_key(
                      "kernel", "rbf",
                      "rbf: exp(-gamma |u - v|^2); linear: u'v; polynomial: (gamma u'v + coef0)^degree",
                      {"rbf", "linear", "polynomial"}),
                  open_real_key("C", "1", "weight of the training errors: larger fits closer", 0, 1e300),
                  kernel_key(open_real_key("gamma", "",
                                           "how near rows must be to be alike; empty: 1 / number of columns",
                                           0, 1e300),
                             {"rbf", "polynomial"}),
                  kernel_key(integer_key("degree", "3", "of the polynomial", 1, 20), {"polynomial"}),
                  kernel_key(real_key("coef0", "0", "constant of the polynomial", 0, 1e300), {"polynomial"}),
                  real_key("epsilon", "0.1", "for numbers: errors up to this cost nothing", 0, 1e300),
                  scale_key(), calibrate_key(),
                  open_real_key("tolerance", "0.001", "where the solver stops: smaller is more exact", 0,
                                1)}},
        .traits = {.missing_cells = false, .version = 2},
        .prepare =
            [](const Dataset& data, std::span<const Spec> variants, const Budget& budget) {
                std::shared_ptr<const SharedKernels> kernels;
                if (std::ranges::any_of(variants, may_share) && !sparse_rows_of(data))
                    kernels = std::make_shared<const SharedKernels>(data, budget);
                return prepare_encoded(data, variants,
                                       [kernels](const Spec& spec, const EncodedProblem& given) {
                                           return train_svm(spec, given, kernels);
                                       });
            },
        .check = check_calibrate,
        .check_data = check_encoded,
        .sparse_keys = scales_that_keep_zeros(),
        .traits_of =
            [](const Spec& spec, Traits& traits) {
                traits.linear = spec.text("kernel") == "linear";
                add_decisions(spec, traits);
            },
        .missing = libsvm_missing};
}

} // namespace unseen
