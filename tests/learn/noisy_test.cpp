// noisy against a plain loop over scikit-learn's learners (oracles/noise.py), and laws of the noise.
#include "learn/tables.hpp"
#include "support/messages.hpp"
#include "support/oracle.hpp"

#include "unseen/base/error.hpp"
#include "unseen/learn/noise.hpp"
#include "unseen/read/reader.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace unseen {
namespace {

Predictions predicted_with_noise(const Dataset& data, const std::string& spec, const RowSet& train,
                                 const std::vector<Row>& rows)
{
    const std::size_t first = 0;
    return test::prepare(data, {spec})->evaluate(test::task(train, rows), {&first, 1}).front();
}

TEST(Noisy, IsAPlainLoopOverScikitLearnWithTheSameNoise)
{
    std::size_t compared = 0;
    std::map<std::string, Dataset> sets;
    for (const auto& line : test::oracle_table("noise.txt")) {
        const auto& [name, learner, kind, share, draw, how] =
            std::tie(line[0], line[1], line[2], line[3], line[4], line[5]);
        if (!sets.contains(name))
            sets.emplace(name, Dataset::make(read_table(std::string(UNSEEN_SOURCE_DIR) + "/data/" + name)));
        const auto& data = sets.at(name);
        const bool classes = data.response_type() == ResponseType::classes;
        const auto spec = "noisy(" + learner + "):share=" + share + ",kind=" + kind + ",draw=" + draw +
                          (kind == "class" ? ",by=" : ",where=") + how;
        SCOPED_TRACE(name + ' ' + spec);
        for (Row fold = 0; fold < 5; ++fold) {
            std::vector<Row> test;
            for (Row r = fold; r < data.labelled(); r += 5) test.push_back(r);
            const auto p = predicted_with_noise(data, spec, RowSet::all_but(data.labelled(), test), test);
            double figure = 0.0;
            for (std::size_t i = 0; i < test.size(); ++i)
                figure += classes ? static_cast<std::int32_t>(p.label[i]) != data.class_codes()[test[i]]
                                  : std::pow(p.value[i] - data.responses()[test[i]], 2);
            EXPECT_NEAR(figure, std::stod(line[6 + fold]), classes ? 0.0 : 1e-9 * figure) << "fold " << fold;
            ++compared;
        }
    }
    EXPECT_EQ(compared, 390u);
}

/// The classes that knn with k=1 gives to its own training rows: those that it was trained with.
std::vector<std::uint32_t> trained_classes(const Dataset& data, const std::string& noise, const RowSet& train)
{
    return predicted_with_noise(data, "noisy(knn:k=1,scale=none):" + noise, train,
                                test::row_range(0, data.labelled()))
        .label;
}

/// Distinct rows of four classes, the first of which is frequent.
Dataset four_classes(Row rows)
{
    std::vector<double> x;
    std::vector<std::int32_t> y;
    for (Row r = 0; r < rows; ++r) {
        x.push_back(r);
        y.push_back(r % 8 < 5 ? 0 : static_cast<std::int32_t>(r % 8 - 4));
    }
    return test::dataset({test::numbers("x", x), test::codes("y", {"a", "b", "c", "d"}, y)});
}

TEST(Noisy, ChangesTheShareOfRowsThatWasAskedForToOtherClassesAndTheNoiseIsNested)
{
    const auto data = four_classes(1000);
    const auto all = RowSet::all(1000);
    std::vector<std::uint32_t> before(data.class_codes().begin(), data.class_codes().end());
    const auto own = before;
    for (const char* share : {"0.1", "0.25", "0.7", "1"}) {
        const auto now = trained_classes(data, std::string("draw=3,share=") + share, all);
        double changed = 0.0;
        for (std::size_t i = 0; i < now.size(); ++i) {
            changed += now[i] != own[i];
            if (before[i] != own[i]) { EXPECT_EQ(now[i], before[i]) << "row " << i << " at share " << share; }
        }
        EXPECT_EQ(changed, 1000 * std::stod(share));
        before = now;
    }
}

TEST(Noisy, ReplacesAllOtherClassesEquallyOftenOrByFrequency)
{
    // 625 rows of class a, 125 of each other. Bounds of about four standard deviations.
    const auto data = four_classes(1000);
    const auto count = [&](const std::string& noise, std::int32_t from) {
        const auto now = trained_classes(data, noise, RowSet::all(1000));
        std::vector<double> counts(4, 0.0);
        for (std::size_t i = 0; i < now.size(); ++i)
            if (data.class_codes()[i] == from) ++counts[now[i]];
        return counts;
    };
    for (const std::size_t c : {1, 2, 3}) EXPECT_NEAR(count("share=1", 0)[c], 625.0 / 3, 47.0) << c;
    for (const std::size_t c : {0, 2, 3}) EXPECT_NEAR(count("share=1", 1)[c], 125.0 / 3, 21.0) << c;
    const auto by_frequency = count("share=1,by=frequency", 1);
    EXPECT_NEAR(by_frequency[0], 125.0 * 5 / 7, 20.0);
    EXPECT_NEAR(by_frequency[3], 125.0 / 7, 16.0);
}

TEST(Noisy, IsTheSameInAllTrainingSets)
{
    const auto data = four_classes(400);
    const auto full = trained_classes(data, "share=0.3", RowSet::all(400));
    const auto held_out = test::row_range(100, 200);
    const auto part = trained_classes(data, "share=0.3", RowSet::all_but(400, held_out));
    for (Row r = 0; r < 400; ++r)
        if (r < 100 || r >= 200) { EXPECT_EQ(part[r], full[r]) << r; }
}

TEST(Noisy, TakesCellsOfTrainingRowsAlone)
{
    // The nearest row to a cell 1000 away is of class b, which no training row has as its own.
    std::vector<double> x;
    std::vector<std::int32_t> y;
    for (int r = 0; r < 60; ++r) {
        x.push_back(r < 40 ? r : 1000 + r);
        y.push_back(r < 40 ? r % 2 : 2);
    }
    const auto data = test::dataset({test::numbers("x", x), test::codes("y", {"a", "b", "c"}, y)});
    const auto held_out = test::row_range(40, 60);
    for (const char* where : {"test", "both"})
        for (const auto label :
             predicted_with_noise(data, std::string("noisy(tree):share=1,kind=attribute,where=") + where,
                                  RowSet::all_but(60, held_out), held_out)
                 .label)
            EXPECT_NE(label, 2u);
    // Where only training rows are noisy, all rows beyond them look alike.
    const auto said = predicted_with_noise(data, "noisy(knn:k=1,scale=none):share=1,kind=attribute",
                                           RowSet::all_but(60, held_out), held_out);
    EXPECT_EQ(std::ranges::count(said.label, said.label.front()), 20);
}

TEST(Noisy, WithoutNoiseIsTheLearner)
{
    const NoiseOptions noise{.classes = true, .draw = 4};
    EXPECT_EQ(noisy_learner(Spec::parse("knn:k=3"), 0.0, noise), Spec::parse("knn:k=3"));
    EXPECT_EQ(noisy_learner(Spec("tree"), 0.25, noise).print(),
              "noisy(tree):share=0.25,kind=class,by=uniform,draw=4");
    const auto data = four_classes(80);
    const auto rows = test::row_range(0, 80);
    for (const char* kind : {"class", "attribute,where=both"})
        EXPECT_EQ(predicted_with_noise(data, std::string("noisy(tree):share=0,kind=") + kind, RowSet::all(80),
                                       rows),
                  predicted_with_noise(data, "tree", RowSet::all(80), rows));
}

TEST(Noisy, RefusesWhatHasNoMeaning)
{
    const auto made = [](const std::string& spec, ResponseType type = ResponseType::classes) {
        return test::message_of([&] { make_learner(Spec::parse(spec), type); });
    };
    EXPECT_NE(made("noisy(tree)").find("no share of noise"), std::string::npos);
    EXPECT_NE(made("noisy(tree):share=1.5").find("from 0 to 1"), std::string::npos)
        << made("noisy(tree):share=1.5");
    EXPECT_NE(made("noisy(tree):share=0.1,kind=class", ResponseType::numbers).find("target holds numbers"),
              std::string::npos);
    EXPECT_NE(made("noisy(tree):share=0.1,where=test").find("where"), std::string::npos);
    EXPECT_THROW(noisy_learner(Spec("tree"), std::nan(""), {}), InputError);
}

} // namespace
} // namespace unseen
