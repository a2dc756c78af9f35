// noisy: trains a learner on data with noise. A share of the classes, or of the cells of each feature, is
// replaced (Quinlan 1986, Mach. Learn. 1:81; Zhu & Wu 2004, Artif. Intell. Rev. 22:177).
//
//  - Which labelled rows: the first floor(share n + 1/2) of an order shuffled by the stream (draw, noise, 0)
//    for the classes and (draw, noise, j + 1) for feature j; then the stream gives each of them, in this
//    order, a number u on [0, 1). So the noise is the same for all learners and in all fits, and that of a
//    smaller share is part of that of a larger one. Rows behind the labelled ones have an order of their own,
//    with sub 1.
//  - kind=class: one of the other classes by u: all that labelled rows have equally often, or by=frequency,
//    by how often the training multiset has them. What a model predicts is judged by the true classes.
//  - kind=attribute: the cell of the row at place floor(u m) of the m rows of the training multiset,
//    ascending, missing or not. where=train: the model is trained on noisy cells, and predicts from clean
//    ones; where=test: the other way round; where=both: it sees noisy cells only. No cell of a held-out row
//    stands in another row.
#include "base/spec_keys.hpp"
#include "learn/wrapper/feature_map.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/learn/noise.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>

namespace unseen {

namespace {

constexpr double most_draws = 9e15;

/// The settings of a spec.
struct Noise {
    double share = 0.0;
    bool classes = false;
    bool by_frequency = false;
    bool train = false;
    bool test = false;
    std::uint64_t draw = 1;

    static Noise of(const Spec& spec)
    {
        const bool classes = spec.text("kind") == "class";
        const auto where = classes ? "train" : spec.text("where");
        return {.share = spec.real("share"),
                .classes = classes,
                .by_frequency = classes && spec.text("by") == "frequency",
                .train = where != "test",
                .test = where != "train",
                .draw = static_cast<std::uint64_t>(spec.integer("draw"))};
    }
    /// True if the noise of the training rows does not depend on which these are.
    bool same_in_all_fits() const { return classes ? !by_frequency : !train; }
};

/// A noisy row, and the number on [0, 1) that decides its new content.
struct NoisyRow {
    Row row;
    double number;
};

/// The noisy rows among rows first .. first + count - 1.
std::vector<NoisyRow> noisy_rows(const Noise& noise, Row first, Row count, std::uint64_t repetition,
                                 std::uint64_t sub)
{
    Stream stream(noise.draw, Purpose::noise, repetition, sub);
    std::vector<Row> order(count);
    std::iota(order.begin(), order.end(), first);
    stream.shuffle(std::span(order));
    order.resize(static_cast<std::size_t>(std::floor(noise.share * count + 0.5)));
    std::vector<NoisyRow> noisy;
    for (const Row r : order) noisy.push_back({r, stream.uniform()});
    return noisy;
}

std::vector<Row> ascending(const RowSet& train)
{
    std::vector<Row> rows;
    train.for_each([&](Row r, std::uint32_t count) { rows.insert(rows.end(), count, r); });
    if (rows.empty()) throw LearnerError("noisy: there are no training rows");
    return rows;
}

/// How often each class is drawn, relative to the others.
std::vector<double> class_chances(const Dataset& data, const Noise& noise, std::span<const Row> train)
{
    std::vector<double> chances(data.own_classes(), 0.0);
    if (noise.by_frequency)
        for (const Row r : train) chances[static_cast<std::size_t>(data.class_codes()[r])] += 1.0;
    else
        for (const auto code : data.class_codes().first(data.labelled()))
            chances[static_cast<std::size_t>(code)] = 1.0;
    return chances;
}

/// `train` is read for noise by frequency.
Dataset with_noisy_classes(const Dataset& data, const Noise& noise, std::span<const Row> train)
{
    const auto chances = class_chances(data, noise, train);
    const double sum = std::accumulate(chances.begin(), chances.end(), 0.0);
    std::vector<std::int32_t> codes(data.class_codes().begin(), data.class_codes().end());
    for (const auto& [row, number] : noisy_rows(noise, 0, data.labelled(), 0, 0)) {
        const auto own = static_cast<std::size_t>(codes[row]);
        double left = number * (sum - chances[own]); // a sum of whole numbers: exact up to this product
        for (std::size_t c = 0; c < chances.size(); ++c) {
            if (c == own || chances[c] == 0.0) continue;
            codes[row] = static_cast<std::int32_t>(c); // the last of them, if rounding leaves something
            left -= chances[c];
            if (left < 0.0) break;
        }
    }
    return data.with_classes(std::move(codes));
}

/// Gives a cell of `column` the content of another row of the training column.
void copy_cell(Column& column, Row to, const Column& training, Row from)
{
    if (column.is_numeric()) {
        std::get<NumericColumn>(column.cells).values[to] = training.numeric().values[from];
        return;
    }
    const auto code = training.coded().codes[from];
    auto& coded = std::get<CodedColumn>(column.cells);
    coded.codes[to] = code < 0 ? -1
                               : static_cast<std::int32_t>(coded.labels.add(
                                     training.coded().labels.name(static_cast<std::size_t>(code))));
}

/// `data` with noisy cells, which are drawn from the rows `train` of the training data.
Dataset with_noisy_cells(const Dataset& data, const Noise& noise, const Dataset& training,
                         std::span<const Row> train)
{
    std::vector<Column> features(data.features().begin(), data.features().end());
    const Row labelled = data.labelled();
    for (std::size_t j = 0; j < features.size(); ++j)
        for (const auto& places : {noisy_rows(noise, 0, labelled, j + 1, 0),
                                   noisy_rows(noise, labelled, data.rows() - labelled, j + 1, 1)})
            for (const auto& [row, number] : places)
                copy_cell(features[j], row, training.features()[j],
                          train[static_cast<std::size_t>(number * static_cast<double>(train.size()))]);
    return data.with_features(std::move(features));
}

/// A model that may see noisy cells when it predicts.
class NoisyModel final : public Model {
public:
    NoisyModel(const Dataset& training, std::vector<Row> train, const Noise& noise,
               std::shared_ptr<const Prepared> prepared, std::unique_ptr<Model> base)
        : training_(training),
          train_(std::move(train)),
          noise_(noise),
          prepared_(std::move(prepared)),
          base_(std::move(base))
    {
    }
    Predictions predict(const Dataset& data, std::span<const Row> rows) const override
    {
        if (!noise_.test) return base_->predict(data, rows);
        require_features_of(training_, data);
        return base_->predict(with_noisy_cells(data, noise_, training_, train_), rows);
    }
    std::string text() const override { return base_->text(); }

private:
    Dataset training_;
    std::vector<Row> train_;
    Noise noise_;
    std::shared_ptr<const Prepared> prepared_; ///< the base may look into it
    std::unique_ptr<Model> base_;
};

class NoisyPrepared final : public Prepared {
public:
    NoisyPrepared(const Dataset& given, std::span<const Spec> specs, const Budget& budget)
        : Prepared(given),
          budget_(budget)
    {
        std::map<std::string, std::vector<std::size_t>>
            groups; // whose bases see the same training data in all fits
        for (const auto& spec : specs) {
            const auto noise = Noise::of(spec);
            if (noise.same_in_all_fits())
                groups[noise.train ? spec.with_bases({}).print() : ""].push_back(variants_.size());
            variants_.push_back({noise, make_base(spec.bases().front(), given.response_type()), {}});
        }
        for (const auto& [text, members] : groups) {
            const auto& noise = variants_[members.front()].noise;
            std::vector<Spec> own;
            for (const auto i : members) own.push_back(specs[i]);
            auto bases = prepared_bases(noise.train ? with_noisy_classes(given, noise, {}) : given, own,
                                        {.bytes = budget.bytes / groups.size()});
            for (std::size_t i = 0; i < members.size(); ++i)
                variants_[members[i]].base = std::move(bases[i].front());
        }
    }

    std::unique_ptr<Model> fit(const Task& task, std::size_t variant) const override
    {
        const auto& [noise, learner, base] = variants_.at(variant);
        auto train = ascending(task.train);
        auto prepared = base.prepared;
        auto model = prepared ? base.fit(task) : nullptr;
        if (!prepared) {
            const Spec spec = learner->spec();
            prepared = learner->prepare(noise.classes ? with_noisy_classes(data(), noise, train)
                                                      : with_noisy_cells(data(), noise, data(), train),
                                        {&spec, 1}, budget_);
            model = prepared->fit(task, 0);
        }
        return std::make_unique<NoisyModel>(data(), std::move(train), noise, std::move(prepared),
                                            std::move(model));
    }

    /// Bases that see the same data in all fits can use their shortcuts.
    std::vector<Predictions> evaluate(const Task& task, std::span<const std::size_t> variants) const override
    {
        std::vector<Predictions> all(variants.size());
        std::map<const Prepared*, std::vector<std::size_t>> together;
        for (std::size_t i = 0; i < variants.size(); ++i) {
            const auto& variant = variants_.at(variants[i]);
            if (variant.base.prepared && !variant.noise.test)
                together[variant.base.prepared.get()].push_back(i);
            else
                all[i] = fit(task, variants[i])->predict(data(), task.predict);
        }
        for (const auto& [prepared, places] : together) {
            std::vector<std::size_t> own;
            for (const auto i : places) own.push_back(variants_[variants[i]].base.variant);
            auto predictions = prepared->evaluate(task, own);
            for (std::size_t i = 0; i < places.size(); ++i) all[places[i]] = std::move(predictions[i]);
        }
        return all;
    }

private:
    struct Variant {
        Noise noise;
        std::unique_ptr<Learner> learner;
        Base base; ///< not prepared, if it sees other data in each fit
    };

    std::vector<Variant> variants_;
    Budget budget_;
};

} // namespace

Spec noisy_learner(const Spec& learner, double share, const NoiseOptions& noise)
{
    require(share >= 0.0 && share <= 1.0,
            "share of noise " + shortest(share) + " is not valid; expected a number from 0 to 1");
    require(static_cast<double>(noise.draw) <= most_draws,
            "noise is drawn by numbers up to " + shortest(most_draws) +
                ", and this seed is larger; expected a smaller one");
    if (share == 0.0) return learner;
    Spec spec("noisy", {learner});
    spec.set("share", shortest(share)).set("kind", noise.classes ? "class" : "attribute");
    noise.classes ? spec.set("by", noise.by) : spec.set("where", noise.where);
    return spec.set("draw", std::to_string(noise.draw));
}

std::string noise_text(const NoiseOptions& noise)
{
    if (noise.classes)
        return std::string("Class noise: that share of the training rows has another class, ") +
               (noise.by == "frequency" ? "drawn as often as the training rows have it"
                                        : "each of the others equally often") +
               ". Test rows are judged by their true classes.";
    return "Attribute noise: that share of the cells of each feature has the value of another training "
           "row, " +
           std::string(noise.where == "both"   ? "in training and test rows."
                       : noise.where == "test" ? "in test rows; training rows are clean."
                                               : "in training rows; test rows are clean.");
}

LearnerEntry noisy_entry()
{
    SpecKey by = choice_key("by", "",
                            "for kind=class: uniform: each other class equally often; frequency: as often as "
                            "among the training rows",
                            {"uniform", "frequency"});
    by.governor = "kind";
    by.fallbacks = {{"class", "uniform"}};
    SpecKey where = choice_key(
        "where", "",
        "for kind=attribute: the noisy cells are seen in training, when it predicts, or both times",
        {"train", "test", "both"});
    where.governor = "kind";
    where.fallbacks = {{"attribute", "train"}};
    SpecKey kind = choice_key(
        "kind", "class",
        "class: training rows get another class; attribute: cells get the values of other training rows",
        {"class", "attribute"});
    kind.fallback_for_numbers = "attribute";
    return {
        .info = {.name = "noisy",
                 .help = "puts noise on a share of the training rows, the same for all learners, then trains "
                         "a learner",
                 .keys = {real_key("share", "",
                                   "share of the rows, or of the cells of each feature; it has to be given",
                                   0, 1),
                          kind, by, where,
                          integer_key("draw", "1", "which noise: another number, other rows", 0, most_draws)},
                 .fewest_bases = 1,
                 .most_bases = 1},
        .traits = {.weights = true},
        .prepare =
            [](const Dataset& data, std::span<const Spec> variants, const Budget& budget) {
                return std::make_unique<NoisyPrepared>(data, variants, budget);
            },
        .check =
            [](const Spec& spec, ResponseType response) {
                require(!spec.empty("share"),
                        "'noisy': no share of noise; expected one, as in noisy(knn):share=0.1");
                require(spec.text("kind") == "attribute" || response == ResponseType::classes,
                        "'noisy': kind=class changes classes, and the target holds numbers; expected "
                        "kind=attribute");
            },
        .check_data =
            [](const Spec& spec, const Dataset& data) {
                const auto codes = data.class_codes().first(data.class_codes().empty() ? 0 : data.labelled());
                require(spec.text("kind") != "class" ||
                            std::ranges::adjacent_find(codes, std::not_equal_to()) != codes.end(),
                        "'noisy': kind=class gives rows another class, and all have the same; expected two "
                        "classes or more");
                make_base(spec.bases().front(), data.response_type())->check(data);
            },
        .traits_of = [](const Spec& spec, Traits& traits) { traits.sparse = spec.text("kind") == "class"; }};
}

} // namespace unseen
