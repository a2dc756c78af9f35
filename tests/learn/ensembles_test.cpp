// adaboost and voting against worked examples and their definitions written out. tests/learn/laws_test.cpp
// has the laws that they share with other learners.
#include "learn/ensemble/boosting.hpp"
#include "learn/ensemble/ensemble.hpp"
#include "learn/oracle_ensembles.hpp"
#include "support/messages.hpp"

#include "unseen/base/error.hpp"
#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace unseen {
namespace {

/// Ten rows x = 0, 1 ... 9 of two classes, and stumps on them: "x > cut is +1" or the reverse. The worked
/// examples below were computed apart, in Python.
const std::vector<int> toy = {1, 1, 1, -1, -1, -1, 1, 1, 1, -1};

struct Stump {
    double cut = 0.0;
    int polarity = 1;
    int predict(std::size_t x) const { return static_cast<double>(x) > cut ? polarity : -polarity; }
};

/// The stump with the least weight of errors; ties: the smallest cut, then polarity 1.
Stump best_stump(const std::vector<std::size_t>& rows, const std::vector<double>& weights)
{
    Stump best;
    double least = 2.0;
    for (double cut = -0.5; cut < 9.0; cut += 1.0)
        for (const int polarity : {1, -1}) {
            const Stump stump{cut, polarity};
            double error = 0.0;
            for (const auto x : rows) error += stump.predict(x) != toy[x] ? weights[x] : 0.0;
            if (error < least - 1e-12) {
                least = error;
                best = stump;
            }
        }
    return best;
}

std::vector<bool> missed_by(const Stump& stump)
{
    std::vector<bool> missed;
    for (std::size_t x = 0; x < toy.size(); ++x) missed.push_back(stump.predict(x) != toy[x]);
    return missed;
}

void expect_near(const std::vector<double>& a, const std::vector<double>& b)
{
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-14) << i;
}

TEST(Boosting, ChangesWeightsAsTheWorkedExample)
{
    std::vector<double> weights(10, 0.1);
    std::vector<std::size_t> all(10);
    for (std::size_t i = 0; i < 10; ++i) all[i] = i;
    const std::vector<double> cuts = {2.5, 8.5, 5.5};
    const std::vector<double> errors = {0.3, 0.2142857142857143, 0.18181818181818185};
    const std::vector<double> votes = {0.8472978603872034, 1.2992829841302609, 1.504077396776274};
    for (std::size_t b = 0; b < 3; ++b) {
        const auto stump = best_stump(all, weights);
        EXPECT_EQ(stump.cut, cuts[b]);
        const auto round = boost_weights(weights, missed_by(stump));
        EXPECT_NEAR(round.error, errors[b], 1e-14);
        EXPECT_NEAR(round.vote, votes[b], 1e-14);
    }
    expect_near(weights, {0.125, 0.125, 0.125, 0.10185185185185185, 0.10185185185185185, 0.10185185185185185,
                          0.0648148148148148, 0.0648148148148148, 0.0648148148148148, 0.125});
    const auto before = weights;
    EXPECT_EQ(boost_weights(weights, std::vector<bool>(10, false)).vote, 0.0); // no error
    EXPECT_EQ(boost_weights(weights, std::vector<bool>(10, true)).vote, 0.0);
    EXPECT_EQ(weights, before);
}

/// Steele, Lea & Flood 2014.
class SplitMix64 {
public:
    explicit SplitMix64(std::uint64_t seed) : state_(seed) {}
    double uniform()
    {
        auto z = state_ += 0x9e3779b97f4a7c15U;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
        return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
    }

private:
    std::uint64_t state_;
};

TEST(Boosting, DrawsRowsAndVotesAsTheWorkedExample)
{
    SplitMix64 source(2021);
    std::vector<std::vector<std::size_t>> draws;
    std::vector<double> votes;
    std::vector<double> sums(10, 0.0);
    Stump last;
    const auto weights = boost_by_resampling(
        10, {.members = 3,
             .retries = 10,
             .uniforms = [&](std::uint64_t, std::uint64_t) { return [&source] { return source.uniform(); }; },
             .missed =
                 [&](const std::vector<std::size_t>& drawn, std::uint64_t, std::uint64_t) {
                     draws.push_back(drawn);
                     last = best_stump(drawn, std::vector<double>(10, 0.1));
                     return missed_by(last);
                 },
             .keep =
                 [&](double vote) {
                     votes.push_back(vote);
                     for (std::size_t x = 0; x < 10; ++x) sums[x] += vote * last.predict(x);
                 }});
    EXPECT_EQ(draws, (std::vector<std::vector<std::size_t>>{{2, 9, 5, 4, 0, 4, 8, 2, 4, 1},
                                                            {7, 0, 7, 3, 6, 6, 6, 4, 3, 0},
                                                            {4, 7, 3, 1, 7, 3, 7, 1, 8, 5}}));
    expect_near(votes, {-std::log(0.42857142857142866), -std::log(0.5555555555555557),
                        -std::log(0.6666666666666665)});
    expect_near(weights, {0.125, 0.125, 0.125, 0.04629629629629631, 0.04629629629629631, 0.08333333333333331,
                          0.1080246913580247, 0.1080246913580247, 0.1080246913580247, 0.125});
    expect_near(sums, {-0.14595391262308005, -0.14595391262308005, -0.14595391262308005, -1.840549633397487,
                       -1.840549633397487, -0.6649763035932492, 0.14595391262308005, 0.14595391262308005,
                       0.14595391262308005, 0.14595391262308005});
}

TEST(Boosting, TriesAMemberAgainFromEqualWeightsAndThenEnds)
{
    std::vector<std::pair<std::uint64_t, std::uint64_t>> tried;
    const auto run = [&](std::vector<bool> (*answer)(std::uint64_t, std::uint64_t)) {
        tried.clear();
        return boost_by_resampling(
            2, {.members = 2,
                .retries = 2,
                .uniforms = [](std::uint64_t, std::uint64_t) { return [] { return 0.0; }; },
                .missed =
                    [&](const std::vector<std::size_t>&, std::uint64_t b, std::uint64_t attempt) {
                        tried.emplace_back(b, attempt);
                        return answer(b, attempt);
                    },
                .keep = [](double) {}});
    };
    using Pairs = std::vector<std::pair<std::uint64_t, std::uint64_t>>;
    // Of two rows with equal weights every error is 0, 1/2 or 1.
    EXPECT_EQ(run([](std::uint64_t, std::uint64_t) {
                  return std::vector<bool>{true, false};
              }),
              (std::vector<double>{0.5, 0.5}));
    EXPECT_EQ(tried, (Pairs{{0, 0}, {0, 1}, {0, 2}}));
}

constexpr Row table_rows = 40;

Dataset noisy(ResponseType type, double noise = 2.0)
{
    std::vector<double> x;
    std::vector<double> z;
    std::vector<double> number;
    std::vector<std::int32_t> y;
    for (Row r = 0; r < table_rows; ++r) {
        Stream stream(31, Purpose::generation, r);
        const auto c = static_cast<std::int32_t>(stream.below(3));
        y.push_back(c);
        x.push_back(c + noise * stream.uniform());
        z.push_back(c - 2.0 * noise * stream.uniform());
        number.push_back(c + stream.uniform());
    }
    return test::dataset(
        {test::numbers("x", x), test::numbers("z", z),
         type == ResponseType::classes ? test::codes("y", {"a", "b", "c"}, y) : test::numbers("y", number)});
}

Predictions said(const Dataset& data, const std::string& spec, const Task& task)
{
    const std::size_t first = 0;
    return test::prepare(data, {spec})->evaluate(task, {&first, 1}).front();
}

TEST(AdaBoost, IsItsDefinitionWrittenOut)
{
    const auto data = noisy(ResponseType::classes);
    const auto all = test::row_range(0, table_rows);
    const Row some[] = {1, 5, 6, 20};
    const std::uint32_t counts[] = {3, 1, 2, 4};
    std::vector<Row> odd;
    for (Row r = 1; r < table_rows; r += 2) odd.push_back(r);
    for (const std::string base : {"tree:max_depth=1", "naive-bayes", "bagging(tree:max_depth=1):size=3"})
        for (const auto& train : {RowSet::all(table_rows), RowSet::all_but(table_rows, odd),
                                  RowSet::of(table_rows, some, counts)}) {
            const auto task = test::task(train, all);
            std::vector<Row> rows;
            train.for_each([&](Row r, std::uint32_t count) { rows.insert(rows.end(), count, r); });
            const auto n = rows.size();
            std::vector<double> weights(n, 1.0 / static_cast<double>(n));
            std::vector<std::vector<double>> votes(table_rows, std::vector<double>(3, 0.0));
            Predictions last;
            std::size_t members = 0;
            for (std::uint64_t b = 0, attempt = 0; b < 6 && attempt <= 2;) {
                Stream stream(task.seed, Purpose::bootstrap, b, attempt);
                double total = 0.0;
                for (const double w : weights) total += w;
                std::vector<std::uint32_t> drawn(table_rows, 0);
                for (std::size_t i = 0; i < n; ++i) {
                    const double u = stream.uniform() * total;
                    double sum = 0.0;
                    std::size_t j = 0;
                    while (j + 1 < n && (sum += weights[j]) <= u) ++j;
                    ++drawn[rows[j]];
                }
                RowSetStorage storage;
                Task own = task;
                own.train = storage.from_counts(drawn);
                own.seed = Stream(task.seed, Purpose::learner, b, attempt).next();
                last = test::prepare(data, {base})->fit(own, 0)->predict(data, all);
                double error = 0.0;
                const auto wrong = [&](std::size_t i) {
                    return static_cast<std::int32_t>(last.label[rows[i]]) != data.class_codes()[rows[i]];
                };
                for (std::size_t i = 0; i < n; ++i) error += wrong(i) ? weights[i] : 0.0;
                if (error > 0.0 && error < 0.5) {
                    double sum = 0.0;
                    for (std::size_t i = 0; i < n; ++i)
                        sum += weights[i] *= wrong(i) ? 1.0 : error / (1.0 - error);
                    for (double& w : weights) w /= sum;
                    for (Row r = 0; r < table_rows; ++r)
                        votes[r][last.label[r]] += std::log((1.0 - error) / error);
                    ++b;
                    ++members;
                    attempt = 0;
                } else {
                    weights.assign(n, 1.0 / static_cast<double>(n));
                    ++attempt;
                }
            }
            if (members == 0)
                for (Row r = 0; r < table_rows; ++r) votes[r][last.label[r]] = 1.0;
            const auto p = said(data, "adaboost(" + base + "):size=6,retries=2", task);
            EXPECT_EQ(p.complexity.front(),
                      (std::pair<std::string, double>("members",
                                                      std::max<double>(1.0, static_cast<double>(members)))));
            for (Row r = 0; r < table_rows; ++r) {
                const double sum = votes[r][0] + votes[r][1] + votes[r][2];
                for (std::size_t c = 0; c < 3; ++c)
                    EXPECT_NEAR(p.scores[3 * r + c], votes[r][c] / sum, 1e-12) << base << ", row " << r;
            }
        }
}

TEST(Boosting, OfThreeClassesChangesWeightsAsTheWorkedExample)
{
    std::vector<double> weights(8, 0.125);
    const auto round = boost_weights(weights, {true, true, true, false, false, false, false, false}, 3);
    EXPECT_NEAR(round.error, 0.375, 1e-15);
    EXPECT_NEAR(round.vote, 1.203972804325936, 1e-14);
    for (std::size_t i = 0; i < 8; ++i)
        EXPECT_NEAR(weights[i], i < 3 ? 0.2222222222222222 : 0.06666666666666667, 1e-15);
    std::vector<double> even(8, 0.125);
    const std::vector<bool> most = {true, true, true, true, true, false, false, false};
    EXPECT_EQ(boost_weights(even, most).vote, 0.0);
    EXPECT_GT(boost_weights(even, most, 3).vote, 0.0); // 5/8 < 2/3: better than chance among three
}

// The base trained on data whose column of weights has the weights of each round.
TEST(AdaBoost, ByWeightsIsItsDefinitionWrittenOut)
{
    const auto all = test::row_range(0, table_rows);
    const Row some[] = {1, 5, 6, 20, 21, 22, 30, 31};
    const std::uint32_t counts[] = {3, 1, 2, 4, 1, 2, 1, 1};
    std::vector<Row> odd;
    for (Row r = 1; r < table_rows; r += 2) odd.push_back(r);
    const auto plain = noisy(ResponseType::classes);
    for (const bool own_weights : {false, true})
        for (const std::string form : {"samme", "m1"})
            for (const std::string base : {"tree:max_depth=1", "naive-bayes"})
                for (const auto& train : {RowSet::all(table_rows), RowSet::all_but(table_rows, odd),
                                          RowSet::of(table_rows, some, counts)}) {
                    SCOPED_TRACE(base + ", " + form + ", " + std::to_string(train.size()) +
                                 (own_weights ? ", weights" : ""));
                    const auto weighted = [&](const std::vector<double>& w) {
                        Table table{.source = "t", .columns = {}, .declared_types = true, .notes = {}};
                        for (const auto& feature : plain.features()) table.columns.push_back(feature);
                        table.columns.push_back(test::numbers("w", w));
                        table.columns.push_back(test::codes(
                            "y", {"a", "b", "c"}, {plain.class_codes().begin(), plain.class_codes().end()}));
                        return Dataset::make(table, {.weight = "w"});
                    };
                    std::vector<double> given;
                    for (Row r = 0; r < table_rows; ++r) given.push_back(own_weights ? 1.0 + r % 3 : 1.0);
                    const auto data = weighted(given);
                    const auto task = test::task(train, all);
                    std::vector<std::uint32_t> times(table_rows, 0);
                    train.for_each([&](Row r, std::uint32_t count) { times[r] = count; });
                    auto w = given;
                    std::vector<std::vector<double>> votes(table_rows, std::vector<double>(3, 0.0));
                    double members = 0.0;
                    for (std::uint64_t b = 0; b < 5; ++b) {
                        Task own = task;
                        own.seed = Stream(task.seed, Purpose::learner, b).next();
                        const auto p = test::prepare(weighted(w), {base})->fit(own, 0)->predict(data, all);
                        double missed = 0.0, sum = 0.0;
                        const auto wrong = [&](Row r) {
                            return static_cast<std::int32_t>(p.label[r]) != data.class_codes()[r];
                        };
                        for (Row r = 0; r < table_rows; ++r) {
                            sum += times[r] * w[r];
                            missed += wrong(r) ? times[r] * w[r] : 0.0;
                        }
                        const double e = missed / sum;
                        const double chance = form == "m1" ? 0.5 : 2.0 / 3.0;
                        const bool ends = !(e > 0.0 && e < chance - 1e-12);
                        if (ends && b > 0) break;
                        const double vote =
                            ends ? 1.0 : std::log((1.0 - e) / e) + (form == "m1" ? 0.0 : std::log(2.0));
                        for (Row r = 0; r < table_rows; ++r) votes[r][p.label[r]] += vote;
                        members += 1.0;
                        if (ends) break;
                        double after = 0.0;
                        for (Row r = 0; r < table_rows; ++r) {
                            if (wrong(r)) w[r] *= std::exp(vote);
                            after += times[r] * w[r];
                        }
                        for (Row r = 0; r < table_rows; ++r)
                            w[r] = times[r] > 0 ? w[r] * sum / after : given[r];
                    }
                    const auto p = said(data, "adaboost(" + base + "):by=weights,size=5,form=" + form, task);
                    EXPECT_EQ(p.complexity.front(), (std::pair<std::string, double>("members", members)));
                    for (Row r = 0; r < table_rows; ++r)
                        for (std::size_t c = 0; c < 3; ++c)
                            EXPECT_NEAR(p.scores[3 * r + c],
                                        votes[r][c] / (votes[r][0] + votes[r][1] + votes[r][2]), 1e-9)
                                << "row " << r;
                }
}

TEST(AdaBoost, ByWeightsVotesAsScikitLearns)
{
    for (const auto& line : test::oracle_ensembles("adaboost")) {
        const auto data = test::oracle_data(line[0], false);
        ASSERT_TRUE(data) << line[0];
        const auto n = data->labelled();
        const auto p = said(*data, "adaboost(naive-bayes):by=weights,size=8",
                            test::task(RowSet::all(n), test::row_range(0, n)));
        EXPECT_EQ(p.complexity.front().second, std::stod(line[1])) << line[0];
        ASSERT_EQ(p.scores.size() + 2, line.size());
        for (std::size_t i = 0; i < p.scores.size(); ++i)
            EXPECT_NEAR(p.scores[i], std::stod(line[i + 2]), 1e-6) << line[0] << ' ' << i;
    }
}

TEST(Ensembles, ErrAsOftenAsThoseOfScikitLearnsTrees)
{
    const auto sets = test::expect_errors_of(
        "ensemble", "", [](const std::string& spec) { return spec.find("mse") != std::string::npos; });
    EXPECT_GE(sets, 17u); // those that come with the project
}

TEST(Ensembles, TellTheProgressOfMembersOfMembers)
{
    const auto data = test::oracle_data("iris.csv", false);
    ASSERT_TRUE(data);
    const auto told = [&](const char* spec) {
        std::vector<double> shares;
        const std::function<void(double)> tell = [&](double share) { shares.push_back(share); };
        auto task = test::task(RowSet::all(data->labelled()), {});
        task.progress = FitProgress(&tell);
        test::prepare(*data, {spec})->fit(task, 0);
        return shares;
    };
    EXPECT_EQ(told("bagging(tree):size=4"), (std::vector<double>{0, 0.25, 0.5, 0.75}));
    EXPECT_EQ(told("voting(knn;bagging(lda):size=2)"), (std::vector<double>{0, 0.5, 0.5, 0.75}));
    EXPECT_EQ(told("scale(random-forest:size=2)"), (std::vector<double>{0, 0.5}));
    EXPECT_EQ(told("tuned(ls-boost):max_depth=1|2,size=3,inner=(cv:folds=2)"), (std::vector<double>{0, 0.5}));
}

TEST(AdaBoost, ByWeightsNeedsALearnerThatTakesThem)
{
    EXPECT_EQ(test::message_of(
                  [] { make_learner(Spec::parse("adaboost(knn):by=weights"), ResponseType::classes); }),
              "'adaboost' needs a learner that trains with weights for by=weights, and 'knn' as it is "
              "written does not; expected "
              "another "
              "learner, or by=resampling");
    EXPECT_EQ(
        make_learner(Spec::parse("adaboost(majority):by=weights"), ResponseType::classes)->spec().print(),
        "adaboost(majority):size=50,by=weights,form=samme");
    EXPECT_EQ(make_learner(Spec::parse("adaboost(majority)"), ResponseType::classes)->spec().print(),
              "adaboost(majority):size=50,by=resampling,retries=10");
}

TEST(Boosting, ByPseudoLossChangesWeightsAsTheWorkedExample)
{
    // y = --+---+-+-; "x > 1.5 is +" hits five rows, "x > 4.5 is +" six.
    const std::vector<int> y = {-1, -1, 1, -1, -1, -1, 1, -1, 1, -1};
    std::vector<double> weights(10, 0.1);
    const auto scores = [&](double cut) {
        std::vector<double> own;
        for (std::size_t x = 0; x < 10; ++x)
            own.push_back((static_cast<double>(x) > cut ? 1 : -1) == y[x] ? 1.0 : 0.0);
        return own;
    };
    auto round = boost_pseudo_weights(weights, scores(1.5), 2);
    EXPECT_NEAR(round.error, 0.5, 1e-15);
    EXPECT_EQ(round.vote, 0.0);
    EXPECT_EQ(weights, std::vector<double>(10, 0.1));
    round = boost_pseudo_weights(weights, scores(4.5), 2);
    EXPECT_NEAR(round.error, 0.4, 1e-15);
    EXPECT_NEAR(std::exp(-round.vote), 0.6666666666666667, 1e-15);
    for (std::size_t x = 0; x < 10; ++x)
        EXPECT_NEAR(weights[x], scores(4.5)[x] > 0.0 ? 0.08333333333333334 : 0.125, 1e-15) << x;
    // Three classes of equal scores: the pseudo-loss of chance is 1/2.
    std::vector<double> three(6, 1.0 / 6.0);
    EXPECT_NEAR(boost_pseudo_weights(three, std::vector<double>(6, 1.0 / 3.0), 3).error, 0.5, 1e-15);
}

TEST(RusBoost, KeepsAsManyRowsOfEachClassAsTheSmallestHas)
{
    // The majority learner sees equal classes: no class has more than half of the weight, and ties go to the
    // first. All rows of class c are kept.
    std::vector<double> x;
    std::vector<std::int32_t> y;
    for (Row r = 0; r < 60; ++r) {
        x.push_back(r);
        y.push_back(r < 40 ? 0 : r < 54 ? 1 : 2);
    }
    const auto data = test::dataset({test::numbers("x", x), test::codes("y", {"a", "b", "c"}, y)});
    const auto all = test::row_range(0, 60);
    const auto one = said(data, "rusboost(majority):size=1", test::task(RowSet::all(60), all));
    for (std::size_t i = 0; i < one.scores.size(); ++i)
        EXPECT_NEAR(one.scores[i], 1.0 / 3.0, 1e-15); // 6 of each
    const auto wide = said(data, "rusboost(majority):size=1,share=0.25", test::task(RowSet::all(60), all));
    for (std::size_t c = 0; c < 3; ++c)
        EXPECT_NEAR(wide.scores[c], c == 0 ? 18.0 / 38.0 : c == 1 ? 14.0 / 38.0 : 6.0 / 38.0, 1e-15);
}

TEST(RusBoost, FindsTheRareClassMoreOftenThanItsTree)
{
    std::vector<double> x, z;
    std::vector<std::int32_t> y;
    for (Row r = 0; r < 400; ++r) {
        Stream stream(61, Purpose::generation, r);
        y.push_back(stream.below(20) == 0 ? 1 : 0);
        x.push_back(1.2 * y.back() + 2.0 * stream.uniform());
        z.push_back(-1.2 * y.back() + 2.0 * stream.uniform());
    }
    const auto data =
        test::dataset({test::numbers("x", x), test::numbers("z", z), test::codes("y", {"a", "b"}, y)});
    std::vector<Row> odd;
    for (Row r = 1; r < 400; r += 2) odd.push_back(r);
    const auto recall = [&](const std::string& spec) {
        const auto p = said(data, spec, test::task(RowSet::all_but(400, odd), odd));
        double found = 0.0, there = 0.0;
        for (std::size_t i = 0; i < odd.size(); ++i) {
            there += y[odd[i]];
            found += y[odd[i]] * static_cast<double>(p.label[i]);
        }
        return found / there;
    };
    EXPECT_GT(recall("rusboost(tree:max_depth=3):size=20"), recall("tree:max_depth=3") + 0.05);
}

TEST(WeightedBagging, WeighsVotesAsTheWorkedExample)
{
    // Stumps on samples that Python drew: their predictions for ten rows, and the rows that they did not
    // draw.
    const auto weights =
        accuracy_weights(std::vector<std::optional<double>>{0.0, 2.0 / 3.0, 0.25, 1.0 / 3.0, 0.5});
    expect_near(weights,
                {0.0, 0.3809523809523809, 0.14285714285714285, 0.19047619047619047, 0.2857142857142857});
    expect_near(accuracy_weights(std::vector<std::optional<double>>{0.5, std::nullopt, 1.0}),
                {0.5 / 2.25, 0.75 / 2.25, 1.0 / 2.25});
    expect_near(accuracy_weights(std::vector<std::optional<double>>{0.0, 0.0}), {0.5, 0.5});
    expect_near(accuracy_weights(std::vector<std::optional<double>>{std::nullopt}), {1.0});
}

TEST(WeightedBagging, IsItsDefinitionWrittenOut)
{
    const auto data = noisy(ResponseType::classes);
    const auto all = test::row_range(0, table_rows);
    const Row some[] = {1, 5, 6, 20, 21, 30};
    const std::uint32_t counts[] = {3, 1, 2, 4, 2, 1};
    for (const std::string base : {"tree:max_depth=1", "naive-bayes"})
        for (const auto& train : {RowSet::all(table_rows), RowSet::of(table_rows, some, counts)}) {
            const auto task = test::task(train, all);
            std::vector<Row> rows;
            train.for_each([&](Row r, std::uint32_t count) { rows.insert(rows.end(), count, r); });
            std::vector<Predictions> members;
            std::vector<std::vector<std::uint32_t>> drawn;
            std::vector<std::optional<double>> accuracy;
            for (std::uint64_t b = 0; b < 7; ++b) {
                Stream draws(task.seed, Purpose::bootstrap, b);
                auto& sample = drawn.emplace_back(table_rows, 0);
                for (std::size_t i = 0; i < rows.size(); ++i) ++sample[rows[draws.below(rows.size())]];
                RowSetStorage storage;
                Task own = task;
                own.train = storage.from_counts(sample);
                own.seed = Stream(task.seed, Purpose::learner, b).next();
                members.push_back(test::prepare(data, {base})->fit(own, 0)->predict(data, all));
                double right = 0.0, out = 0.0;
                for (const Row r : rows) {
                    if (sample[r] > 0) continue;
                    out += 1.0;
                    right += static_cast<std::int32_t>(members.back().label[r]) == data.class_codes()[r]
                                 ? 1.0
                                 : 0.0;
                }
                accuracy.push_back(out > 0.0 ? std::optional(right / out) : std::nullopt);
            }
            const auto weights = accuracy_weights(accuracy);
            const auto vote = [&](Row r, bool out_of_bag, bool weighted) {
                std::vector<double> sums(3, 0.0);
                for (std::size_t b = 0; b < 7; ++b)
                    if (!out_of_bag || drawn[b][r] == 0)
                        sums[members[b].label[r]] += weighted ? weights[b] : 1.0;
                return sums;
            };
            const auto p = said(data, "weighted-bagging(" + base + "):size=7,out_of_bag=yes", task);
            for (Row r = 0; r < table_rows; ++r)
                for (std::size_t c = 0; c < 3; ++c)
                    EXPECT_NEAR(p.scores[3 * r + c], vote(r, false, true)[c], 1e-12);
            EXPECT_EQ(said(data, "weighted-bagging(" + base + "):size=7", task).scores, p.scores);
            const auto plain = said(data, "bagging(" + base + "):size=7,out_of_bag=yes", task);
            EXPECT_EQ(said(data, "bagging(" + base + "):size=7", task).scores, plain.scores);
            for (const bool weighted : {true, false}) {
                double errors = 0.0, judged = 0.0;
                for (const Row r : rows) {
                    const auto sums = vote(r, true, weighted);
                    if (sums[0] + sums[1] + sums[2] == 0.0) continue;
                    judged += 1.0;
                    errors +=
                        std::ranges::max_element(sums) - sums.begin() != data.class_codes()[r] ? 1.0 : 0.0;
                }
                const auto& figure = (weighted ? p : plain).complexity.back();
                EXPECT_EQ(figure.first, weighted ? "optimistic_out_of_bag_error" : "out_of_bag_error");
                EXPECT_NEAR(figure.second, errors / judged, 1e-12);
            }
        }
}

TEST(Rounded, RoundsWhatALearnerOfNumbersSays)
{
    const auto classes = noisy(ResponseType::classes);
    std::vector<double> codes(classes.class_codes().begin(), classes.class_codes().end());
    const auto numbers =
        test::dataset({classes.features()[0], classes.features()[1], test::numbers("y", codes)});
    const auto all = test::row_range(0, table_rows);
    std::vector<Row> odd;
    for (Row r = 1; r < table_rows; r += 2) odd.push_back(r);
    for (const std::string base : {"linear", "tree:max_depth=2", "knn:k=4", "bagging(tree):size=3"})
        for (const auto& train : {RowSet::all(table_rows), RowSet::all_but(table_rows, odd)}) {
            const auto p = said(classes, "rounded(" + base + ")", test::task(train, all));
            const auto values = said(numbers, base, test::task(train, all)).value;
            EXPECT_TRUE(p.scores.empty());
            EXPECT_TRUE(p.value.empty());
            for (Row r = 0; r < table_rows; ++r) {
                double nearest = 0.0;
                for (const double c : {1.0, 2.0})
                    if (std::abs(values[r] - c) < std::abs(values[r] - nearest)) nearest = c;
                EXPECT_EQ(p.label[r], nearest) << base << ' ' << values[r];
            }
        }
    // From rows of two classes the third is never predicted.
    std::vector<std::uint32_t> lowest;
    for (Row r = 0; r < table_rows; ++r) lowest.push_back(classes.class_codes()[r] < 2 ? 1 : 0);
    RowSetStorage storage;
    const auto two = test::task(storage.from_counts(lowest), all);
    for (const auto label : said(classes, "rounded(linear)", two).label) EXPECT_LT(label, 2u);
    EXPECT_EQ(make_learner(Spec::parse("rounded(tree)"), ResponseType::classes)->spec().print(),
              "rounded(tree:criterion=mse,prune=cost-complexity,cp=0.01,min_rows=2,max_depth=)");
    EXPECT_EQ(
        test::message_of(
            [&] { make_learner(Spec::parse("rounded(linear)"), ResponseType::classes)->check(classes); }),
        "'rounded' is for ordered classes, and the order of these has no meaning; give it with `ordered`");
    EXPECT_EQ(test::message_of([] { make_learner(Spec::parse("rounded(logistic)"), ResponseType::classes); }),
              "learner 'logistic' cannot predict numbers, and the target holds numbers");
}

TEST(AdaBoost, OfALearnerWithoutTrainingErrorsIsItsLastModel)
{
    const auto data = noisy(ResponseType::classes, 0.5); // separable
    const auto p = said(data, "adaboost(tree:criterion=gini,prune=none,min_rows=1):retries=3",
                        test::task(RowSet::all(table_rows), {{0}}));
    EXPECT_EQ(p.complexity.front(), (std::pair<std::string, double>("members", 1)));
}

TEST(AdaBoost, LowersTheTrainingErrorOfStumps)
{
    const auto data = noisy(ResponseType::classes);
    const auto all = test::row_range(0, table_rows);
    const auto wrong = [&](const std::string& spec) {
        const auto p = said(data, spec, test::task(RowSet::all(table_rows), all));
        int errors = 0;
        for (Row r = 0; r < table_rows; ++r)
            errors += static_cast<std::int32_t>(p.label[r]) != data.class_codes()[r] ? 1 : 0;
        return errors;
    };
    EXPECT_LT(wrong("adaboost(tree:max_depth=2):size=40"), wrong("tree:max_depth=2") - 3);
}

TEST(AdaBoost, IsForClasses)
{
    EXPECT_EQ(test::message_of([] { make_learner(Spec::parse("adaboost(tree)"), ResponseType::numbers); }),
              "learner 'adaboost' cannot predict numbers, and the target holds numbers");
}

TEST(Voting, CountsLabelsOrAveragesScores)
{
    const std::vector<std::string> bases = {"tree:max_depth=1", "knn:k=3,scale=none", "naive-bayes",
                                            "bagging(tree):size=2"};
    const auto all = test::row_range(0, table_rows);
    std::vector<Row> odd;
    for (Row r = 1; r < table_rows; r += 2) odd.push_back(r);
    const auto task = test::task(RowSet::all_but(table_rows, odd), all);
    const auto brackets = "(tree:max_depth=1;knn:k=3,scale=none;naive-bayes;bagging(tree):size=2)";
    const auto data = noisy(ResponseType::classes);
    std::vector<Predictions> members;
    for (std::size_t m = 0; m < bases.size(); ++m) {
        Task own = task;
        own.seed = Stream(task.seed, Purpose::learner, m).next();
        members.push_back(said(data, bases[m], own));
    }
    for (const bool soft : {false, true}) {
        const auto p = said(data, std::string("voting") + brackets + (soft ? ":by=scores" : ""), task);
        for (Row r = 0; r < table_rows; ++r) {
            std::vector<double> sums(3, 0.0);
            for (const auto& member : members)
                for (std::size_t c = 0; c < 3; ++c)
                    sums[c] += soft ? member.scores[3 * r + c] : member.label[r] == c ? 1.0 : 0.0;
            for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(p.scores[3 * r + c], sums[c] / 4.0, 1e-15);
            EXPECT_EQ(p.label[r], std::ranges::max_element(sums) - sums.begin());
        }
        EXPECT_EQ(p.complexity, (std::vector<std::pair<std::string, double>>{{"members", 4}}));
    }
    const auto numbers = noisy(ResponseType::numbers);
    const auto p = said(numbers, "voting(linear;mean)", task);
    for (Row r = 0; r < table_rows; ++r)
        EXPECT_NEAR(p.value[r],
                    (said(numbers, "linear", task).value[r] + said(numbers, "mean", task).value[r]) / 2.0,
                    1e-12);
}

TEST(Voting, NeedsTwoLearners)
{
    EXPECT_EQ(test::message_of([] { make_learner(Spec::parse("voting(tree)"), ResponseType::classes); }),
              "'voting': 1 in brackets; expected voting(SPEC;...)");
}

} // namespace
} // namespace unseen
