#include "learn/library/encoded.hpp"

#include "base/spec_keys.hpp"
#include "learn/early_end.hpp"
#include "learn/library/sigmoid.hpp"
#include "learn/sparse_features.hpp"
#include "learn/units.hpp"
#include "learn/whole.hpp"
#include "learn/wrapper/feature_map.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/stop.hpp"
#include "unseen/data/dense.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <unordered_map>

namespace unseen {

namespace {

/// The change of each column: (x - shift) * factor. A category that no training row has becomes 0 in all
/// rows.
struct Scaling {
    std::vector<double> shift;  ///< empty for sparse rows, whose zeros stay
    std::vector<double> factor; ///< empty for sparse rows that stay as they are
    std::size_t used = 0;       ///< columns without those of such categories

    Scaling(const SparseRows& rows, const Spec& spec, const RowSet& train) : used(rows.columns)
    {
        if (!spec.find("scale") || spec.text("scale") == "none") return;
        factor.assign(rows.columns, 0.0);
        train.for_each([&](Row r, std::uint32_t) {
            const auto row = rows.row(r);
            for (std::size_t i = 0; i < row.values.size(); ++i) {
                auto& largest = factor[row.columns[i]];
                largest = std::max(largest, std::abs(row.values[i]));
            }
        });
        for (double& f : factor) f = reciprocal(f);
    }
    Scaling(const Dataset& data, const Spec& spec, const RowSet& train, std::size_t columns)
        : shift(columns, 0.0),
          factor(columns, 1.0)
    {
        const bool scaled = spec.find("scale") && spec.text("scale") != "none";
        std::size_t at = 0;
        for (const auto& feature : data.features()) {
            if (feature.is_numeric()) {
                if (scaled) {
                    const auto map = scaling_by(spec.text("scale"))(feature, train);
                    shift[at] = map.shift;
                    factor[at] = map.factor;
                }
                ++at;
                ++used;
                continue;
            }
            const auto& coded = feature.coded();
            std::vector<double> present(coded.own_labels(), 0.0);
            train.for_each([&](Row r, std::uint32_t) {
                if (coded.codes[r] >= 0) present[static_cast<std::size_t>(coded.codes[r])] = 1.0;
            });
            for (const double share : present) {
                factor[at++] = share;
                used += share > 0.0;
            }
        }
    }

    /// The scaled rows, in `cells` if necessary. `row_of` may give each row in the same memory unless rows
    /// are sparse.
    template <class RowOf>
    std::vector<EncodedRow> applied(std::span<const Row> rows, const RowOf& row_of,
                                    std::vector<double>& cells) const
    {
        std::vector<EncodedRow> scaled;
        scaled.reserve(rows.size());
        const bool sparse = shift.empty();
        std::size_t room = sparse ? 0 : rows.size() * shift.size();
        if (sparse && !factor.empty())
            for (const Row r : rows) room += row_of(r).values.size();
        cells.resize(room);
        auto to = cells.begin();
        for (const Row r : rows) {
            const EncodedRow row = row_of(r);
            if (room == 0) {
                scaled.push_back(row);
                continue;
            }
            scaled.push_back({std::span(to, row.values.size()), row.places});
            row.for_each([&](std::size_t c, double x) { *to++ = (sparse ? x : x - shift[c]) * factor[c]; });
        }
        return scaled;
    }
};

EncodedRow encoded(const SparseRow& row) { return {row.values, row.columns}; }

/// A model with its scaling.
struct Fitted {
    Scaling scaling;
    EncodedModel model;
    std::vector<std::size_t> classes{}; ///< with training rows, ascending
    std::vector<Sigmoid> calibration{}; ///< of the margins of `classes`, or of the second of two; empty:
                                        ///< scores are those of the model
    std::vector<Row> order{};           ///< the distinct training rows by response and columns

    /// Writes the scores of the model, or the number, of scaled rows, to rows x classes, all 0 before.
    void scores(std::span<const EncodedRow> x, std::span<double> out) const
    {
        if (calibration.empty()) {
            model.predict(x, out);
            return;
        }
        model.margins(x, out);
        const auto width = out.size() / std::max<std::size_t>(x.size(), 1);
        for (std::size_t i = 0; i < x.size(); ++i) {
            const auto row = out.subspan(i * width, width);
            if (calibration.size() == 1) {
                row[classes[1]] = calibration[0](row[classes[1]]);
                row[classes[0]] = 1.0 - row[classes[1]];
                continue;
            }
            double sum = 0.0;
            for (std::size_t k = 0; k < classes.size(); ++k)
                sum += row[classes[k]] = calibration[k](row[classes[k]]);
            for (const auto c : classes)
                row[c] = sum > 0.0 ? row[c] / sum : 1.0 / static_cast<double>(classes.size());
        }
    }

    /// Model::decisions().
    std::vector<double> decisions(std::size_t all_classes, std::span<const Row> rows,
                                  const std::function<EncodedRow(Row)>& row_of) const
    {
        if (!model.margins || !calibration.empty() || all_classes == 0) return {};
        std::vector<double> cells;
        std::vector<double> out(rows.size() * all_classes, 0.0);
        model.margins(scaling.applied(rows, row_of, cells), out);
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (all_classes == 2)
                out[i] = out[2 * i + 1];
            else
                for (std::size_t c = 0; c < all_classes; ++c)
                    if (std::ranges::find(classes, c) == classes.end())
                        out[i * all_classes + c] = -std::numeric_limits<double>::infinity();
        if (all_classes == 2) out.resize(rows.size());
        return out;
    }

    Predictions predict(std::size_t all_classes, std::span<const Row> rows,
                        const std::function<EncodedRow(Row)>& row_of) const
    {
        Predictions p;
        p.complexity = model.complexity;
        p.warnings = model.warnings;
        std::vector<double> cells;
        const auto x = scaling.applied(rows, row_of, cells);
        auto& out = all_classes > 0 ? p.scores : p.value;
        out.resize(rows.size() * std::max<std::size_t>(all_classes, 1), 0.0);
        scores(x, out);
        for (std::size_t i = 0; i < rows.size() && all_classes > 0; ++i) {
            const auto of_row = std::span(out).subspan(i * all_classes, all_classes);
            p.label.push_back(static_cast<std::uint32_t>(std::ranges::max_element(of_row) - of_row.begin()));
        }
        return p;
    }
};

/// Distinct names of the columns of one_hot_features().
std::vector<std::string> keys_of_columns(const Dataset& data)
{
    std::vector<std::string> keys;
    for (const auto& feature : data.features()) {
        if (feature.is_numeric()) keys.push_back(feature.name);
        for (std::size_t l = 0; !feature.is_numeric() && l < feature.coded().own_labels(); ++l)
            keys.push_back(feature.name + '\0' + feature.coded().labels.name(l));
    }
    return keys;
}

class FittedModel final : public Model {
public:
    FittedModel(Fitted fitted, const Dataset& training, const std::optional<SparseFeatures>& sparse,
                std::string learner, Gaps gaps)
        : fitted_(std::move(fitted)),
          names_(sparse ? std::vector<std::string>() : keys_of_columns(training)),
          sparse_(sparse),
          numeric_(!sparse &&
                   std::ranges::all_of(training.features(), [](const auto& f) { return f.is_numeric(); })),
          classes_(training.classes().size()),
          learner_(std::move(learner)),
          gaps_(gaps)
    {
    }
    Predictions predict(const Dataset& data, std::span<const Row> rows) const override
    {
        return fitted_.predict(classes_, rows, rows_of(data));
    }
    std::vector<double> decisions(const Dataset& data, std::span<const Row> rows) const override
    {
        return fitted_.decisions(classes_, rows, rows_of(data));
    }
    std::optional<LinearFunctions> linear() const override
    {
        if (!fitted_.model.linear || !fitted_.calibration.empty() || !numeric_) return std::nullopt;
        auto own = fitted_.model.linear();
        for (std::size_t at = 0; at < own.coefficients.size(); ++at) {
            const auto column = at % names_.size();
            own.coefficients[at] *= fitted_.scaling.factor[column];
            own.intercepts[at / names_.size()] -= own.coefficients[at] * fitted_.scaling.shift[column];
        }
        return own;
    }

private:
    /// The rows of other data, all in the same memory unless they are sparse.
    std::function<EncodedRow(Row)> rows_of(const Dataset& data) const
    {
        if (gaps_ == Gaps::refused) require_whole(data, learner_);
        if (sparse_) return [given = sparse_->of(data)](Row r) { return encoded(given->row(r)); };
        std::unordered_map<std::string, std::size_t> of_key;
        const auto keys = keys_of_columns(data);
        for (std::size_t c = 0; c < keys.size(); ++c) of_key.emplace(keys[c], c);
        std::vector<std::optional<std::size_t>> places;
        for (const auto& name : names_) {
            const auto found = of_key.find(name);
            places.push_back(found == of_key.end() ? std::nullopt : std::optional(found->second));
        }
        return [given = one_hot_features(data), places = std::move(places),
                row = std::vector<double>(names_.size())](Row r) mutable {
            const auto cells = given.row(r);
            for (std::size_t c = 0; c < places.size(); ++c) row[c] = places[c] ? cells[*places[c]] : 0.0;
            return EncodedRow{row};
        };
    }

    Fitted fitted_;
    std::vector<std::string> names_; ///< of columns that are not sparse
    std::optional<SparseFeatures> sparse_;
    bool numeric_; ///< each column is a feature
    std::size_t classes_;
    std::string learner_;
    Gaps gaps_;
};

/// True if a row comes before another in the order of their numbers, those of the first column first; a
/// missing one, which has no place in an order, is the smallest.
bool comes_before(const EncodedRow& a, const EncodedRow& b)
{
    const auto known = [](double x) { return std::isnan(x) ? -std::numeric_limits<double>::infinity() : x; };
    if (a.places.empty() && b.places.empty())
        return std::ranges::lexicographical_compare(a.values, b.values, {}, known, known);
    const auto place = [](const EncodedRow& row, std::size_t i) {
        return i < row.places.size() ? row.places[i] : ~std::uint32_t{0};
    };
    for (std::size_t i = 0, j = 0; i < a.places.size() || j < b.places.size();) {
        const auto at = std::min(place(a, i), place(b, j));
        const double of_a = place(a, i) == at ? known(a.values[i++]) : 0.0;
        const double of_b = place(b, j) == at ? known(b.values[j++]) : 0.0;
        if (of_a != of_b) return of_a < of_b;
    }
    return false;
}

class EncodedPrepared final : public Prepared {
public:
    EncodedPrepared(const Dataset& given, std::span<const Spec> variants, TrainEncoded train, Gaps gaps,
                    const std::vector<std::string>& sparse_keys)
        : Prepared(given),
          variants_(variants.begin(), variants.end()),
          train_(std::move(train)),
          gaps_(gaps)
    {
        const auto takes_sparse = [&](const Spec& spec) { return has_value_of(spec, sparse_keys); };
        if (auto rows = sparse_rows_of(given); rows && std::ranges::all_of(variants_, takes_sparse))
            sparse_ = SparseFeatures(given, std::move(rows));
        else
            all_ = one_hot_features(given);
    }

    std::unique_ptr<Model> fit(const Task& task, std::size_t variant) const override
    {
        return std::make_unique<FittedModel>(fitted(task, variant), data(), sparse_,
                                             variants_.at(variant).name(), gaps_);
    }

    std::vector<Predictions> evaluate(const Task& task, std::span<const std::size_t> variants) const override
    {
        std::vector<Predictions> all;
        for (const auto variant : variants)
            all.push_back(fitted(task, variant).predict(data().classes().size(), task.predict, [&](Row r) {
                return row(r);
            }));
        return all;
    }

    Maybe<LeftOutLosses, Refusal> left_out_losses(const Task& task, std::size_t variant) const override
    {
        const auto& spec = variants_.at(variant);
        if (data().classes().size() != 2) return Refusal{"it is known for two classes only"};
        if (spec.find("calibrate") && spec.flag("calibrate"))
            return Refusal{"calibrate=yes moves the threshold of the machine"};
        auto known = trained(task, spec, true).model.left_out;
        if (!known) return Prepared::left_out_losses(task, variant);
        known->rescaled = spec.find("scale") && spec.text("scale") != "none";
        return std::move(*known);
    }

    Maybe<CompressionSet, Refusal> compression_set(const Task& task, std::size_t variant) const override
    {
        const auto& spec = variants_.at(variant);
        if (const auto reason = rests_on_all_rows(spec)) return *reason;
        std::vector<Row> rows;
        const auto found = trained(task, spec, false, &rows);
        if (found.model.kept.empty()) return Prepared::compression_set(task, variant);
        CompressionSet kept{.predictions = found.predict(data().classes().size(), task.predict,
                                                         [&](Row r) { return row(r); })};
        for (const auto i : found.model.kept) kept.rows.push_back(rows[i]);
        std::ranges::sort(kept.rows);
        return kept;
    }

    Maybe<LinearClassifier, Refusal> linear_classifier(const Task& task, std::size_t variant) const override
    {
        const auto& spec = variants_.at(variant);
        if (data().classes().size() != 2) return Refusal{"it is known for two classes only"};
        if (const auto reason = rests_on_all_rows(spec)) return *reason;
        const auto model = trained(task, spec).model;
        if (!model.linear) return Prepared::linear_classifier(task, variant);
        auto function = model.linear();
        LinearClassifier linear{.direction = std::move(function.coefficients)};
        linear.direction.push_back(model.constant > 0.0 ? function.intercepts[0] / model.constant : 0.0);
        const double length = std::sqrt(squares(linear.direction));
        if (!(length > 0.0)) return Refusal{"its weights are all 0"};
        for (double& weight : linear.direction) weight /= length;
        for (const Row r : task.predict) {
            const auto x = row(r);
            const double of_row =
                std::sqrt(squares(x.values) + new_categories(r) + model.constant * model.constant);
            double product = linear.direction.back() * model.constant;
            x.for_each([&](std::size_t c, double value) { product += linear.direction[c] * value; });
            linear.cosines.push_back(of_row > 0.0 ? std::clamp(product / of_row, -1.0, 1.0) : 0.0);
        }
        return linear;
    }

private:
    static double squares(std::span<const double> numbers)
    {
        double sum = 0.0;
        for (const double x : numbers) sum += x * x;
        return sum;
    }

    /// The number of features with a category that has no column, because only new rows have it. Each would
    /// be a 1 in a column of its own.
    double new_categories(Row r) const
    {
        double sum = 0.0;
        for (const auto& feature : data().features())
            if (!feature.is_numeric())
                sum += feature.coded().codes[r] >= static_cast<std::int32_t>(feature.coded().own_labels())
                           ? 1
                           : 0;
        return sum;
    }

    /// Why what the model makes of a row depends on all training rows, if it does.
    static std::optional<Refusal> rests_on_all_rows(const Spec& spec)
    {
        if (spec.find("scale") && spec.text("scale") != "none")
            return Refusal{
                "it scales the features by the training rows (scale=" + spec.text("scale") +
                "); write scale=none, and bring the columns to one scale by fixed ranges, or by rows that "
                "take no other part"};
        if (spec.find("calibrate") && spec.flag("calibrate"))
            return Refusal{"calibrate=yes moves its threshold by more fits; write calibrate=no"};
        return std::nullopt;
    }

    EncodedRow row(Row r) const
    {
        return sparse_ ? encoded(sparse_->rows().row(r)) : EncodedRow{all_.row(r)};
    }

    Fitted fitted(const Task& task, std::size_t variant) const
    {
        const auto& spec = variants_.at(variant);
        auto result = trained(task, spec);
        if (spec.find("calibrate") && spec.flag("calibrate") && result.model.margins)
            result.calibration = calibration(task, spec, result);
        return result;
    }

    /// The sigmoids of the margins of rows that were left out.
    std::vector<Sigmoid> calibration(const Task& task, const Spec& spec, const Fitted& all) const
    {
        constexpr std::size_t folds = 5;
        const auto classes = data().classes().size();
        const auto units = units_of(data(), all.order);
        std::vector<std::uint32_t> times(task.train.universe(), 0);
        task.train.for_each([&](Row r, std::uint32_t count) { times[r] = count; });

        const auto outputs = all.classes.size() == 2 ? std::size_t{1} : all.classes.size();
        std::vector<std::vector<double>> margins(outputs);
        std::vector<std::vector<char>> own(outputs);
        std::vector<double> counts;
        RowSetStorage storage;
        for (std::size_t fold = 0; fold < folds; ++fold) {
            auto kept = times;
            std::vector<Row> rows;
            for (std::size_t i = 0; i < all.order.size(); ++i) {
                if (units[i] % folds != fold) continue;
                kept[all.order[i]] = 0;
                rows.push_back(all.order[i]);
            }
            if (rows.empty()) continue;
            if (task.stop.stop_requested()) throw LearnerError(spec.name() + ": stopped");
            Task inner = task;
            inner.progress = task.progress.part(fold, folds);
            inner.train = storage.from_counts(kept);
            const auto part =
                inner.train.size() > 0 ? trained(inner, spec) : Fitted{.scaling = all.scaling, .model = {}};
            if (part.classes != all.classes)
                throw LearnerError(spec.name() + ": calibrate=yes needs each class in two training " +
                                   (data().groups().empty() ? "rows" : "groups") +
                                   " or more; expected more of them, or calibrate=no");
            std::vector<double> out(rows.size() * classes, 0.0);
            std::vector<double> cells;
            part.model.margins(part.scaling.applied(
                                   rows, [&](Row r) { return row(r); }, cells),
                               out);
            for (std::size_t i = 0; i < rows.size(); ++i) {
                counts.push_back(times[rows[i]]);
                for (std::size_t k = 0; k < outputs; ++k) {
                    const auto c = all.classes[outputs == 1 ? 1 : k];
                    margins[k].push_back(out[i * classes + c]);
                    own[k].push_back(static_cast<std::size_t>(data().class_codes()[rows[i]]) == c ? 1 : 0);
                }
            }
        }
        std::vector<Sigmoid> sigmoids;
        for (std::size_t k = 0; k < outputs; ++k)
            sigmoids.push_back(fitted_sigmoid(margins[k], own[k], counts));
        return sigmoids;
    }

    /// `training_rows`: the row of each of the problem's rows is written there.
    Fitted trained(const Task& task, const Spec& spec, bool left_out = false,
                   std::vector<Row>* training_rows = nullptr) const
    {
        if (task.train.size() == 0) throw LearnerError(spec.name() + ": there are no training rows");
        Fitted result{.scaling = sparse_ ? Scaling(sparse_->rows(), spec, task.train)
                                         : Scaling(data(), spec, task.train, all_.columns()),
                      .model = {}};
        std::vector<Row> rows;
        std::vector<std::uint32_t> counts;
        task.train.for_each([&](Row r, std::uint32_t count) {
            rows.push_back(r);
            counts.push_back(count);
        });
        std::vector<double> cells;
        const auto x = result.scaling.applied(
            rows, [&](Row r) { return row(r); }, cells);
        std::vector<std::size_t> order(rows.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
            const double of_a = response(rows[a]);
            const double of_b = response(rows[b]);
            return of_a != of_b ? of_a < of_b : comes_before(x[a], x[b]);
        });
        EncodedProblem problem{.columns = sparse_ ? sparse_->rows().columns : all_.columns(),
                               .used = result.scaling.used,
                               .classes = data().classes().size(),
                               .x = {},
                               .y = {},
                               .rows = {},
                               .x_aside = {},
                               .y_aside = {},
                               .left_out = left_out,
                               .stop = task.stop,
                               .progress = task.progress};
        const auto aside = set_aside(data(), rows, spec.find("validation") ? spec.real("validation") : 0.0,
                                     task.seed, spec.name());
        for (const auto i : order) {
            result.order.push_back(rows[i]);
            if (problem.classes > 0 && (result.classes.empty() ||
                                        result.classes.back() != static_cast<std::size_t>(response(rows[i]))))
                result.classes.push_back(static_cast<std::size_t>(response(rows[i])));
            for (std::uint32_t copy = 0; copy < counts[i]; ++copy) {
                (aside[i] ? problem.x_aside : problem.x).push_back(x[i]);
                (aside[i] ? problem.y_aside : problem.y).push_back(response(rows[i]));
                if (!aside[i]) problem.rows.push_back(rows[i]);
            }
        }
        if (problem.y.front() == problem.y.back())
            result.model.predict = row_by_row([only = problem.y.front(), classes = problem.classes](
                                                  const EncodedRow&, std::span<double> out) {
                if (classes > 0)
                    out[static_cast<std::size_t>(only)] = 1.0;
                else
                    out[0] = only;
            });
        else
            result.model = train_(spec, problem);
        if (result.model.left_out) result.model.left_out->rows = problem.rows;
        if (training_rows != nullptr) *training_rows = std::move(problem.rows);
        return result;
    }

    double response(Row r) const
    {
        return data().response_type() == ResponseType::classes ? static_cast<double>(data().class_codes()[r])
                                                               : data().responses()[r];
    }

    std::vector<Spec> variants_;
    TrainEncoded train_;
    Gaps gaps_;
    std::optional<SparseFeatures> sparse_; ///< or else
    DenseFeatures all_;
};

} // namespace

std::function<void(std::span<const EncodedRow>, std::span<double>)>
row_by_row(std::function<void(const EncodedRow& x, std::span<double> out)> predict)
{
    return [predict = std::move(predict)](std::span<const EncodedRow> x, std::span<double> out) {
        for (std::size_t i = 0; i < x.size(); ++i) {
            check_stop();
            const auto width = out.size() / x.size();
            predict(x[i], out.subspan(i * width, width));
        }
    };
}

std::unique_ptr<const Prepared> prepare_encoded(const Dataset& data, std::span<const Spec> variants,
                                                TrainEncoded train, Gaps gaps,
                                                const std::vector<std::string>& sparse_keys)
{
    for (const auto& spec : variants)
        gaps == Gaps::kept ? check_encoded_with_gaps(spec, data) : check_encoded(spec, data);
    return std::make_unique<EncodedPrepared>(data, variants, std::move(train), gaps, sparse_keys);
}

SpecKey scale_key()
{
    return choice_key("scale", "standard",
                      "numeric features by the training rows: standard (mean 0, standard deviation 1), "
                      "minmax (from 0 to 1), maxabs (largest "
                      "magnitude 1; zeros stay 0, as sparse rows need) or none",
                      {"none", "standard", "minmax", "maxabs"});
}

SpecKey calibrate_key()
{
    return flag_key("calibrate", "no",
                    "for classes, yes: scores are probabilities, by a sigmoid of the decision values of rows "
                    "left out of five more fits");
}

void add_decisions(const Spec& spec, Traits& traits)
{
    const bool calibrated = spec.flag("calibrate");
    traits.decisions = !calibrated;
    traits.linear = traits.linear && !calibrated;
}

void check_calibrate(const Spec& spec, ResponseType response)
{
    require(response == ResponseType::classes || !spec.flag("calibrate"),
            "learner '" + spec.name() +
                "': calibrate=yes is for classes, but the target holds numbers; expected calibrate=no");
}

std::vector<std::string> scales_that_keep_zeros() { return {"scale=none", "scale=maxabs"}; }

void check_encoded_with_gaps(const Spec& spec, const Dataset& data)
{
    require(data.feature_count() > 0, "'" + spec.name() + "' needs a feature; there is none");
}

void check_encoded(const Spec& spec, const Dataset& data)
{
    check_encoded_with_gaps(spec, data);
    require_whole(data, spec.name());
}

} // namespace unseen
