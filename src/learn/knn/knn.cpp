// knn: the k nearest training rows vote (Fix & Hodges 1951; Cover & Hart 1967, IEEE Trans. Inf. Theory
// 13:21).
//
// Euclidean distance over numeric features, scaled by the training rows, and categories (difference 0 or 1);
// for missing cells see points.hpp. Neighbours are ordered by distance, then by row number. A row that counts
// c times in the training multiset is c neighbours. With fewer than k training rows all of them vote. A
// training row is its own neighbour.
//
// All fits and all k share one list of neighbours for each row: a fit walks along it and skips the rows that
// it does not train on. Without scaling, the distances of the list hold for every fit. With scaling, they are
// distances by the spreads of all labelled rows, and the spreads of a fit are nearly the same. So the fit
// computes the distances of the rows at the beginning of the list, as far as the ratios of the spreads allow
// a neighbour to be. If a list ends too early, the fit searches.
#include "base/spec_keys.hpp"
#include "learn/all_rows.hpp"
#include "learn/entry.hpp"
#include "learn/knn/complete.hpp"
#include "learn/knn/lists.hpp"
#include "learn/knn/vote.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/stop.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

namespace unseen {

namespace knn {

namespace {

/// A training set with less than 1/small_share of the rows is copied and searched separately instead of among
/// all rows.
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
        Vote vote(data_, {{settings_.k, &result}}, settings_.by_distance, rows.size());
        const Candidates candidates{
            .points = points_, .size = points_.size(), .ids = train_.rows, .counts = train_.counts};
        for (std::size_t begin = 0; begin < rows.size(); begin += searched_together) {
            check_stop();
            std::vector<Point> from;
            for (const Row r : rows.subspan(begin, std::min(searched_together, rows.size() - begin)))
                from.push_back(Point::of(data, r));
            for (const auto& neighbours : nearest_rows(candidates, from, factors_, settings_.k))
                vote.count(neighbours);
        }
        result.complexity = {{"stored_rows", static_cast<double>(train_.rows.size())}};
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
          pairs_(data),
          scaler_(data)
    {
        for (const auto& spec : variants) settings_.push_back(Settings::of(spec));
        make_lists(budget);
    }

    std::unique_ptr<Model> fit(const Task& task, std::size_t variant) const override
    {
        check(task);
        const auto& settings = settings_.at(variant);
        return std::make_unique<KnnModel>(data(), task, settings,
                                          scaler_.factors(settings.scale, task.train));
    }

    std::vector<Predictions> evaluate(const Task& task, std::span<const std::size_t> variants) const override
    {
        check(task);
        std::vector<Predictions> results(variants.size());
        for (std::size_t s = 0; s < n_scales; ++s) {
            const auto scale = static_cast<Scale>(s);
            std::vector<Ask> asks;
            for (std::size_t i = 0; i < variants.size(); ++i)
                if (const auto& settings = settings_.at(variants[i]); settings.scale == scale)
                    asks.push_back({settings, &results[i]});
            if (!asks.empty()) evaluate(task, scale, std::move(asks));
        }
        for (auto& result : results)
            result.complexity = {{"stored_rows", static_cast<double>(task.train.distinct())}};
        return results;
    }

    std::vector<CompleteMeans> complete(const CompleteTask& task,
                                        std::span<const std::size_t> variants) const override
    {
        std::vector<CompleteMeans> results(
            variants.size(),
            Refusal{"it has one only with scale=none,weights=uniform, because then the order "
                    "of the neighbours does not depend on the training set"});
        std::vector<std::size_t> ks;
        std::vector<CompleteMeans*> places;
        for (std::size_t i = 0; i < variants.size(); ++i) {
            const auto& settings = settings_.at(variants[i]);
            if (settings.scale != Scale::none || settings.by_distance) continue;
            ks.push_back(settings.k);
            places.push_back(&results[i]);
        }
        if (ks.empty()) return results;
        auto means = complete_means(data(), points_, ks, task);
        for (std::size_t i = 0; i < places.size(); ++i) *places[i] = std::move(means[i]);
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

    /// Makes neighbour lists for each way of scaling that are long enough for most folds and bootstrap
    /// samples, which skip the rows that are not trained on: longer than twice the largest k, or as the
    /// budget allows. Makes none if they would hold no more than k of the candidates.
    void make_lists(const Budget& budget)
    {
        const auto all = RowSet::all(data().labelled());
        std::size_t scales = 0;
        for (std::size_t s = 0; s < n_scales; ++s)
            scales +=
                std::ranges::any_of(
                    settings_, [&](const auto& settings) { return settings.scale == static_cast<Scale>(s); })
                    ? 1
                    : 0;
        for (std::size_t s = 0; s < n_scales; ++s) {
            const auto scale = static_cast<Scale>(s);
            std::size_t k = 0;
            bool distances = scale != Scale::none;
            for (const auto& settings : settings_)
                if (settings.scale == scale) {
                    k = std::max(k, settings.k);
                    distances = distances || settings.by_distance;
                }
            if (k == 0) continue;
            k = std::min<std::size_t>(k, data().labelled());
            const std::size_t place = sizeof(Row) + (distances ? sizeof(double) : 0);
            const std::size_t length = std::min({2 * k + 24, budget.bytes / scales / (place * data().rows()),
                                                 std::size_t{data().labelled()}});
            if (length > k || length == data().labelled())
                lists_[s] = std::make_unique<NeighbourLists>(data(), points_, pairs_,
                                                             scaler_.factors(scale, all), length, distances);
        }
    }

    /// Evaluates all variants with one scale, from one walk along the neighbours.
    void evaluate(const Task& task, Scale scale, std::vector<Ask> asks) const
    {
        std::stable_sort(asks.begin(), asks.end(),
                         [](const Ask& a, const Ask& b) { return a.settings.k < b.settings.k; });
        const std::size_t k = asks.back().settings.k;
        std::vector<Vote> votes;
        for (const bool by_distance : {false, true}) {
            std::vector<Vote::Place> places;
            for (const auto& ask : asks)
                if (ask.settings.by_distance == by_distance) places.push_back({ask.settings.k, ask.result});
            if (!places.empty())
                votes.emplace_back(data(), std::move(places), by_distance, task.predict.size());
        }

        thread_local std::vector<std::uint32_t> map;
        if (map.size() < data().labelled()) map.resize(data().labelled(), 0);
        const Multiplicity members(task.train, map);
        const bool small = small_share * task.train.distinct() < data().labelled();
        const auto* lists = small ? nullptr : lists_[static_cast<std::size_t>(scale)].get();
        const Search search(*this, task, members, scaler_.factors(scale, task.train), small);
        std::optional<Walk> walk;
        if (lists != nullptr)
            walk.emplace(*lists, pairs_, members, search.factors(),
                         std::min<std::uint64_t>(k, task.train.size()));
        std::vector<std::vector<Neighbour>> neighbours;
        for (std::size_t begin = 0; begin < task.predict.size(); begin += searched_together) {
            if (task.stop.stop_requested()) throw LearnerError("knn: stopped");
            const auto rows =
                task.predict.subspan(begin, std::min(searched_together, task.predict.size() - begin));
            neighbours.resize(rows.size());
            std::vector<Row> sought;
            if (lists != nullptr) lists->fill(rows);
            for (std::size_t i = 0; i < rows.size(); ++i)
                if (!walk || !walk->find(rows[i], neighbours[i])) sought.push_back(rows[i]);
            if (!sought.empty()) {
                auto found = search.nearest(sought, k);
                for (std::size_t i = 0, next = 0; next < sought.size(); ++i)
                    if (rows[i] == sought[next]) neighbours[i] = std::move(found[next++]);
            }
            for (const auto& found : neighbours)
                for (auto& vote : votes) vote.count(found);
        }
    }

    /// Direct search among the rows of one training multiset.
    class Search {
    public:
        Search(const KnnPrepared& shared, const Task& task, const Multiplicity& members,
               std::vector<double> factors, bool small)
            : shared_(shared),
              members_(members),
              factors_(std::move(factors))
        {
            if (!small) return;
            rows_ = std::make_unique<TrainingRows>(task.train);
            points_ = std::make_unique<Points>(shared.data(), rows_->rows);
        }

        std::span<const double> factors() const { return factors_; }

        std::vector<std::vector<Neighbour>> nearest(std::span<const Row> rows, std::size_t k) const
        {
            std::vector<Point> from;
            for (const Row r : rows) from.push_back(shared_.points_.point(r));
            if (rows_ != nullptr)
                return nearest_rows({.points = *points_,
                                     .size = points_->size(),
                                     .ids = rows_->rows,
                                     .counts = rows_->counts},
                                    from, factors_, k);
            return nearest_rows(
                {.points = shared_.points_, .size = shared_.data().labelled(), .members = &members_}, from,
                factors_, k);
        }

    private:
        const KnnPrepared& shared_;
        const Multiplicity& members_;
        std::vector<double> factors_;
        std::unique_ptr<TrainingRows> rows_;
        std::unique_ptr<Points> points_;
    };

    /// The walk along the lists of neighbours to the neighbours in one training multiset.
    class Walk {
    public:
        /// `wanted` is the number of neighbours, at most the rows of the multiset, with multiplicity.
        Walk(const NeighbourLists& lists, const Pairs& pairs, const Multiplicity& members,
             std::span<const double> factors, std::uint64_t wanted)
            : lists_(lists),
              pairs_(pairs),
              members_(members),
              factors_(factors),
              wanted_(wanted),
              listed_(std::ranges::equal(factors, lists.factors()))
        {
            // Where each factor is at least `least` times that of the list, a distance is at least `least`
            // times that of the list.
            double least = 1.0;
            for (std::size_t j = 0; j < factors.size(); ++j)
                if (lists.factors()[j] > 0.0) least = std::min(least, factors[j] / lists.factors()[j]);
            const double rounding = 0x1p-50 * static_cast<double>(pairs.features() + 16);
            least_square_ = least * least * (1.0 - rounding);
        }

        /// Finds the neighbours of `row` in its list. False if the list is not ready or may end before they
        /// are found.
        bool find(Row row, std::vector<Neighbour>& neighbours)
        {
            if (!lists_.ready(row)) return false;
            const auto list = lists_.rows(row);
            const auto squares = lists_.squares(row);
            neighbours.clear();
            std::size_t end = 0;
            std::uint64_t found = 0;
            for (; end < list.size() && found < wanted_; ++end)
                if (const auto count = members_[list[end]]; count > 0) {
                    neighbours.push_back({squares.empty() ? 0.0 : squares[end], list[end], count});
                    found += count;
                }
            if (found < wanted_) return false;
            if (listed_) return true;
            measure(row, neighbours, 0);
            // The neighbours wanted are no farther than the farthest so far.
            const double limit = std::ranges::max(neighbours, {}, &Neighbour::square).square;
            const std::size_t first = neighbours.size();
            for (; end < list.size() && !(least_square_ * squares[end] > limit); ++end)
                if (const auto count = members_[list[end]]; count > 0)
                    neighbours.push_back({0.0, list[end], count});
            if (end == list.size() && !lists_.complete()) return false;
            measure(row, neighbours, first);
            std::sort(neighbours.begin(), neighbours.end());
            return true;
        }

    private:
        /// Computes the distances of the neighbours from `first` on.
        void measure(Row row, std::vector<Neighbour>& neighbours, std::size_t first)
        {
            to_.clear();
            for (const auto& neighbour : std::span(neighbours).subspan(first)) to_.push_back(neighbour.row);
            squares_.resize(to_.size());
            pairs_.squares(row, to_, factors_, squares_);
            for (std::size_t i = 0; i < to_.size(); ++i) neighbours[first + i].square = squares_[i];
        }

        const NeighbourLists& lists_;
        const Pairs& pairs_;
        const Multiplicity& members_;
        std::span<const double> factors_;
        std::uint64_t wanted_;
        bool listed_; ///< the distances are those of the list
        double least_square_ = 1.0;
        std::vector<Row> to_;
        std::vector<double> squares_;
    };

    Points points_; ///< all rows; the first labelled() are the candidates for neighbours
    Pairs pairs_;   ///< all rows
    Scaler scaler_;
    std::vector<Settings> settings_;
    std::array<std::unique_ptr<NeighbourLists>, n_scales>
        lists_; ///< by the way of scaling; null where there are none
};

} // namespace

} // namespace knn

LearnerEntry knn_entry()
{
    using Kind = SpecKey::Kind;
    return {.info = {.name = "knn",
                     .help = "the k nearest training rows vote",
                     .keys = {{.name = "k",
                               .kind = Kind::integer,
                               .fallback = "5",
                               .help = "neighbours, 1 or more",
                               .lowest = 1},
                              choice_key("scale", "standard",
                                         "how numeric features are scaled, by the training rows: by nothing, "
                                         "range or standard deviation",
                                         {"none", "minmax", "standard"}),
                              choice_key("weights", "uniform", "neighbours count alike, or by 1 / distance",
                                         {"uniform", "distance"})}},
            .traits = {.version = 2},
            .prepare = [](const Dataset& data, std::span<const Spec> variants, const Budget& budget) {
                return std::make_unique<knn::KnnPrepared>(data, variants, budget);
            }};
}

} // namespace unseen
