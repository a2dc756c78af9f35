// knn: the k nearest training rows vote (Fix & Hodges 1951; Cover & Hart 1967, IEEE Trans. Inf. Theory 13:21).
//
// Euclidean distance over numeric features, scaled by the training rows, and categories (difference 0 or 1); for missing cells see
// knn_points.hpp.
// Neighbours are ordered by distance, then by row number. A row that counts c times in the training multiset is c neighbours.
// With fewer than k training rows all of them vote. A training row is its own neighbour.
//
// Without scaling the distances do not depend on the training rows. All fits and all k then share one list of neighbours for each row: a
// fit walks along it and skips the rows that it does not train on. With scaling, or if a list ends too early, a fit searches.
#include "base/spec_keys.hpp"
#include "learn/all_rows.hpp"
#include "learn/entry.hpp"
#include "learn/knn_lists.hpp"
#include "learn/knn_vote.hpp"

#include "unseen/base/error.hpp"

#include <algorithm>
#include <numeric>

namespace unseen {

namespace knn {

namespace {

/// Number of rows whose neighbours are searched together. After each such group a fit checks its stop token.
constexpr std::size_t group = 8;
/// A training set with less than 1/small_share of the rows is copied and searched by itself instead of among all rows.
constexpr std::uint64_t small_share = 4;

/// The rows of a training multiset with their multiplicities.
struct TrainingRows {
    std::vector<Row> rows;
    std::vector<std::uint32_t> counts;

    explicit TrainingRows(const RowSet& train)
    {
        train.for_each([&](Row r, std::uint32_t count) {
            rows.push_back(r);
            counts.push_back(count);
        });
    }
};

class KnnModel final : public Model {
public:
    KnnModel(const Dataset& data, const Task& task, const Settings& settings, std::vector<double> factors)
        : data_(data),
          settings_(settings),
          factors_(std::move(factors)),
          train_(task.train),
          points_(data, train_.rows)
    {
    }

    Predictions predict(const Dataset& data, std::span<const Row> rows) const override
    {
        Predictions result;
        Vote vote(data_, {{settings_.k, &result}}, settings_.by_distance);
        const Candidates candidates{.points = points_, .size = points_.size(), .ids = train_.rows, .counts = train_.counts};
        for (std::size_t begin = 0; begin < rows.size(); begin += group) {
            std::vector<Point> from;
            for (const Row r : rows.subspan(begin, std::min(group, rows.size() - begin))) from.push_back(Point::of(data, r));
            for (const auto& neighbours : nearest_rows(candidates, from, factors_, settings_.k)) vote.count(neighbours);
        }
        return result;
    }

private:
    Dataset data_;
    Settings settings_;
    std::vector<double> factors_;
    TrainingRows train_;
    Points points_;
};

class KnnPrepared final : public Prepared {
public:
    KnnPrepared(const Dataset& data, std::span<const Spec> variants, const Budget& budget)
        : Prepared(data),
          points_(data, all_rows(data)),
          scaler_(data)
    {
        for (const auto& spec : variants) settings_.push_back(Settings::of(spec));
        make_lists(budget);
    }

    std::unique_ptr<Model> fit(const Task& task, std::size_t variant) const override
    {
        check(task);
        const auto& settings = settings_.at(variant);
        return std::make_unique<KnnModel>(data(), task, settings, scaler_.factors(settings.scale, task.train));
    }

    std::vector<Predictions> evaluate(const Task& task, std::span<const std::size_t> variants) const override
    {
        check(task);
        std::vector<Predictions> results(variants.size());
        for (const Scale scale : {Scale::none, Scale::minmax, Scale::standard}) {
            std::vector<Ask> asks;
            for (std::size_t i = 0; i < variants.size(); ++i)
                if (const auto& settings = settings_.at(variants[i]); settings.scale == scale)
                    asks.push_back({settings, &results[i]});
            if (!asks.empty()) evaluate(task, scale, std::move(asks));
        }
        return results;
    }

private:
    /// A requested variant, and where its predictions go.
    struct Ask {
        Settings settings;
        Predictions* result;
    };

    static void check(const Task& task)
    {
        if (task.train.size() == 0) throw LearnerError("knn: there are no training rows");
    }

    /// Makes neighbour lists that are long enough for most folds and bootstrap samples, which skip the rows that are not trained on: longer
    /// than twice the largest k, or as the budget allows. Makes none if they would hold no more than k of the candidates.
    void make_lists(const Budget& budget)
    {
        std::size_t k = 0;
        bool distances = false;
        for (const auto& settings : settings_)
            if (settings.scale == Scale::none) {
                k = std::max(k, settings.k);
                distances = distances || settings.by_distance;
            }
        if (k == 0) return;
        k = std::min<std::size_t>(k, data().labelled());
        const std::size_t place = sizeof(Row) + (distances ? sizeof(double) : 0);
        const std::size_t length = std::min({2 * k + 24, budget.bytes / (place * data().rows()), std::size_t{data().labelled()}});
        if (length > k || length == data().labelled())
            lists_ = std::make_unique<NeighbourLists>(points_, data().labelled(), length, distances);
    }

    /// Evaluates all variants with one scale, from one walk along the neighbours.
    void evaluate(const Task& task, Scale scale, std::vector<Ask> asks) const
    {
        std::stable_sort(asks.begin(), asks.end(), [](const Ask& a, const Ask& b) { return a.settings.k < b.settings.k; });
        const std::size_t k = asks.back().settings.k;
        std::vector<Vote> votes;
        for (const bool by_distance : {false, true}) {
            std::vector<Vote::Place> places;
            for (const auto& ask : asks) {
                if (ask.settings.by_distance != by_distance) continue;
                places.push_back({ask.settings.k, ask.result});
                ask.result->label.reserve(data().classes().size() > 0 ? task.predict.size() : 0);
                ask.result->scores.reserve(data().classes().size() * task.predict.size());
            }
            if (!places.empty()) votes.emplace_back(data(), std::move(places), by_distance);
        }

        thread_local std::vector<std::uint32_t> map;
        if (map.size() < data().labelled()) map.resize(data().labelled(), 0);
        const Multiplicity members(task.train, map);
        const bool small = small_share * task.train.distinct() < data().labelled();
        const bool listed = scale == Scale::none && lists_ != nullptr && !small;
        Search search(*this, task, members, scaler_.factors(scale, task.train), small);
        std::vector<Neighbour> neighbours;
        for (std::size_t begin = 0; begin < task.predict.size(); begin += group) {
            if (task.stop.stop_requested()) throw LearnerError("knn: stopped");
            const auto rows = task.predict.subspan(begin, std::min(group, task.predict.size() - begin));
            if (!listed) {
                for (const auto& found : search.nearest(rows, k))
                    for (auto& vote : votes) vote.count(found);
                continue;
            }
            lists_->fill(rows);
            for (const Row row : rows) {
                if (!walk(row, task.train, members, k, neighbours)) neighbours = search.nearest({&row, 1}, k).front();
                for (auto& vote : votes) vote.count(neighbours);
            }
        }
    }

    /// Direct search among the rows of one training multiset.
    class Search {
    public:
        Search(const KnnPrepared& shared, const Task& task, const Multiplicity& members, std::vector<double> factors, bool small)
            : shared_(shared),
              members_(members),
              factors_(std::move(factors))
        {
            if (!small) return;
            rows_ = std::make_unique<TrainingRows>(task.train);
            points_ = std::make_unique<Points>(shared.data(), rows_->rows);
        }

        std::vector<std::vector<Neighbour>> nearest(std::span<const Row> rows, std::size_t k) const
        {
            std::vector<Point> from;
            for (const Row r : rows) from.push_back(shared_.points_.point(r));
            if (rows_ != nullptr)
                return nearest_rows({.points = *points_, .size = points_->size(), .ids = rows_->rows, .counts = rows_->counts},
                                    from, factors_, k);
            return nearest_rows({.points = shared_.points_, .size = shared_.data().labelled(), .members = &members_}, from,
                                factors_, k);
        }

    private:
        const KnnPrepared& shared_;
        const Multiplicity& members_;
        std::vector<double> factors_;
        std::unique_ptr<TrainingRows> rows_;
        std::unique_ptr<Points> points_;
    };

    /// Finds the neighbours of `row` in its list. False if the list is not ready or ends before k neighbours are found.
    bool walk(Row row, const RowSet& train, const Multiplicity& members, std::size_t k, std::vector<Neighbour>& neighbours) const
    {
        if (!lists_->ready(row)) return false;
        const auto list = lists_->rows(row);
        const auto squares = lists_->squares(row);
        neighbours.clear();
        std::uint64_t found = 0;
        const std::uint64_t wanted = std::min<std::uint64_t>(k, train.size());
        for (std::size_t i = 0; i < list.size() && found < wanted; ++i) {
            const auto count = members[list[i]];
            if (count == 0) continue;
            neighbours.push_back({squares.empty() ? 0.0 : squares[i], list[i], count});
            found += count;
        }
        return found >= wanted;
    }

    Points points_; ///< all rows; the first labelled() are the candidates for neighbours
    Scaler scaler_;
    std::vector<Settings> settings_;
    std::unique_ptr<NeighbourLists> lists_;
};

} // namespace

} // namespace knn

LearnerEntry knn_entry()
{
    using Kind = SpecKey::Kind;
    return {
        .info =
            {.name = "knn",
             .help = "the k nearest training rows vote",
             .keys = {{.name = "k", .kind = Kind::integer, .fallback = "5", .help = "neighbours, 1 or more", .lowest = 1},
                      choice_key("scale", "standard",
                                 "how numeric features are scaled, by the training rows: by nothing, range or standard deviation",
                                 {"none", "minmax", "standard"}),
                      choice_key("weights", "uniform", "neighbours count alike, or by 1 / distance", {"uniform", "distance"})}},
        .traits = {},
        .prepare = [](const Dataset& data, std::span<const Spec> variants, const Budget& budget) {
            return std::make_unique<knn::KnnPrepared>(data, variants, budget);
        }};
}

} // namespace unseen
