// Learners that take sparse rows give the same results, to the last bit, as for the same rows as columns; the
// others refuse them before any fit.
#include "learn/tables.hpp"
#include "support/messages.hpp"
#include "support/shared_data.hpp"

#include "unseen/read/reader.hpp"
#include "unseen/report/estimates.hpp"
#include "unseen/run/estimate.hpp"
#include "unseen/stats/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <sstream>

using namespace unseen;
using namespace unseen::test;
using Form = ReadOptions::Rows;

namespace {

/// Rows of 60 features. A share of the cells is written, and the label depends on them. Some rows occur
/// twice, some are empty.
std::string sparse_text(double share, bool gaps, bool numbers, unsigned classes = 3)
{
    Stream stream(3, Purpose::generation, 0);
    std::string text;
    for (int r = 0; r < 90; ++r) {
        const auto label = static_cast<int>(stream.below(classes));
        std::string row;
        for (int j = 1; j <= 60 && r % 20 != 3; ++j) {
            if (!(stream.uniform() < share * (j % 3 == label ? 2.0 : 0.6))) continue;
            row += ' ' + std::to_string(j) + ':' +
                   (gaps && stream.below(9) == 0 ? "nan" : std::to_string(stream.uniform() - 0.3 + label));
        }
        row = std::to_string(numbers ? label + stream.uniform() : label) + row + '\n';
        text += row;
        if (r % 10 == 0) text += row;
    }
    return text;
}

/// Rows with a patient's number, the class in other words, marks of missing cells, a row's number, a
/// constant, columns without an entry, and copies.
std::string doubtful_text()
{
    Stream stream(4, Purpose::generation, 0);
    std::vector<double> levels;
    for (int p = 0; p < 100; ++p) levels.push_back(stream.uniform());
    std::vector<std::string> copied;
    std::string text;
    for (int r = 0; r < 320; ++r) {
        const auto label = static_cast<int>(stream.below(2));
        const auto patient = r * 37 % 100;
        std::string row = std::to_string(label) + " 1:" + std::to_string(patient * 7919 % 1009);
        row += " 3:" + std::to_string(levels[static_cast<std::size_t>(patient)] + 0.1 * stream.uniform());
        row += " 4:" + std::to_string(stream.uniform());
        if (label == 1) row += " 5:" + std::to_string(1 + stream.below(3));
        if (stream.below(5) == 0) row += " 6:" + std::to_string(r % 9 == 0 ? -999.0 : stream.uniform());
        if (r < 20) copied.push_back(row);
        if (r >= 300) row = copied[static_cast<std::size_t>(r - 300)];
        text += row + " 7:1 9:" + std::to_string(r + 1) + '\n';
    }
    return text;
}

Dataset read_as(const std::string& text, Form form, const Roles& roles = {})
{
    return Dataset::make(parse_table(text, "t.svm", {.rows = form}), roles);
}

std::vector<std::string> specs(ResponseType type)
{
    auto all = learners_with_sparse_rows();
    for (const char* meta :
         {"bagging(linear-svm:scale=maxabs):size=3", "voting(naive-bayes;majority;svm:scale=none)",
          "tuned(linear-svm:scale=none):C=0.1|10,inner=(cv:folds=2)", "adaboost(naive-bayes):size=3",
          "adaboost(naive-bayes):by=weights,size=3", "rusboost(naive-bayes):size=3",
          "rounded(linear-svm:scale=none)", "weighted-bagging(naive-bayes):size=3",
          "committee(naive-bayes):folds=3", "noisy(linear-svm:scale=none):share=0.2",
          "noisy(naive-bayes):share=0.3,by=frequency", "svm:kernel=linear,scale=none"})
        all.emplace_back(meta);
    std::erase_if(all, [&](const std::string& spec) {
        return message_of([&] { make_learner(Spec::parse(spec), type); }) != "no error";
    });
    for (auto& spec : all)
        if (spec.starts_with("xgboost")) spec += ",rounds=7";
    return all;
}

void expect_same(const Predictions& a, const Predictions& b)
{
    EXPECT_EQ(a.label, b.label);
    EXPECT_EQ(a.scores, b.scores);
    EXPECT_EQ(a.value, b.value);
    EXPECT_EQ(a.complexity, b.complexity);
}

/// Learners that are trained and predict with rows of either form give the same predictions.
void expect_same_bits(const std::string& text, const std::vector<std::string>& specs)
{
    const auto sparse = read_as(text, Form::sparse);
    const auto dense = read_as(text, Form::dense);
    ASSERT_NE(sparse.sparse(), nullptr);
    const auto rows = row_range(0, sparse.rows());
    std::vector<Row> left_out;
    for (Row r = 0; r < sparse.rows(); r += 4) left_out.push_back(r);
    const auto train = RowSet::all_but(sparse.labelled(), left_out);
    for (const auto& spec : specs) {
        SCOPED_TRACE(spec);
        const auto of_sparse = prepare(sparse, {spec});
        const auto of_dense = prepare(dense, {spec});
        const std::size_t variants[] = {0};
        const auto predicted = of_sparse->evaluate(task(train, rows), variants).front();
        expect_same(predicted, of_dense->evaluate(task(train, rows), variants).front());
        // A model of either form predicts rows of either form.
        const auto model = of_sparse->fit(task(train, {}), 0);
        const auto of_columns = of_dense->fit(task(train, {}), 0);
        const auto of_model = model->predict(sparse, rows);
        expect_same(of_model, model->predict(dense, rows));
        expect_same(of_model, of_columns->predict(sparse, rows));
        expect_same(of_model, of_columns->predict(dense, rows));
    }
}

/// The answer of `estimate`, as JSON.
std::string answer(const Dataset& data, const std::vector<std::string>& names, std::size_t threads)
{
    std::vector<std::unique_ptr<Learner>> learners;
    std::vector<const Learner*> pointers;
    for (const auto& name : names) {
        learners.push_back(make_learner(Spec::parse(name), data.response_type()));
        pointers.push_back(learners.back().get());
    }
    EstimateOptions options{.estimators = {Spec::parse("holdout")}, .per_split = true};
    if (data.rows() < 500)
        options.estimators = {Spec::parse("cv:folds=3"), Spec::parse("bootstrap:samples=5")};
    options.run.threads = threads;
    return answer_of(estimate(data, pointers, options), "t.svm", data, options).json.print();
}

} // namespace

TEST(Sparse, LearnersPredictTheSameBitsAsOfColumns)
{
    for (const auto type : {ResponseType::classes, ResponseType::numbers})
        for (const double share : {0.04, 0.3})
            expect_same_bits(sparse_text(share, false, type == ResponseType::numbers), specs(type));
    expect_same_bits(sparse_text(0.04, false, false, 2),
                     {"cut(naive-bayes)", "cut(logistic:scale=maxabs):by=recall"});
}

TEST(Sparse, MissingCellsStayMissing)
{
    const auto text = sparse_text(0.04, true, false);
    const auto sparse = read_as(text, Form::sparse);
    const auto dense = read_as(text, Form::dense);
    const auto rows = row_range(0, sparse.rows());
    for (const char* spec : {"naive-bayes", "xgboost:zeros=missing,rounds=5", "tree", "majority"})
        expect_same(trained_on_all(sparse, spec, rows), trained_on_all(dense, spec, rows));
    const auto refusal = [](const Dataset& data) {
        return message_of([&] {
            check_learner(*make_learner(Spec::parse("linear-svm:scale=none"), data.response_type()), data);
        });
    };
    EXPECT_NE(refusal(sparse).find("has a missing cell"), std::string::npos);
    EXPECT_EQ(refusal(sparse), refusal(dense));
}

TEST(Sparse, WeightsTrainTheSame)
{
    const auto text = sparse_text(0.04, false, false);
    const Roles roles{.weight = "V1"};
    std::string positive; // V1 is the weight: it must not be negative
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const auto blank = line.find(' ');
        const auto first = line.find(" 1:");
        const auto rest = first == line.npos ? line.substr(std::min(blank, line.size()))
                                             : line.substr(std::min(line.find(' ', first + 1), line.size()));
        positive += line.substr(0, blank) +
                    " 1:" + std::to_string(0.25 + static_cast<double>(rest.size() % 7)) + rest + '\n';
    }
    const auto sparse = read_as(positive, Form::sparse, roles);
    const auto dense = read_as(positive, Form::dense, roles);
    const auto rows = row_range(0, sparse.rows());
    ASSERT_FALSE(sparse.weights().empty());
    for (const char* spec : {"naive-bayes", "majority"})
        expect_same(trained_on_all(sparse, spec, rows), trained_on_all(dense, spec, rows));
}

TEST(Sparse, AnswersHaveTheSameBytes)
{
    std::vector<std::string> texts = {sparse_text(0.04, false, false), sparse_text(0.3, false, true),
                                      doubtful_text()};
    for (const char* name : {"a3a", "fourclass_scale", "heart_scale"})
        if (const auto path = shared_data("classification/" + std::string(name) + ".libsvm")) {
            std::ifstream file(*path);
            texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
        }
    for (const auto& text : texts) {
        const auto sparse = read_as(text, Form::sparse);
        auto names = specs(sparse.response_type());
        std::erase_if(names, [](const auto& name) { return name.find('(') != name.npos; });
        names.emplace_back("tree"); // one that takes columns alone
        names.emplace_back("linear-svm");
        EXPECT_EQ(answer(sparse, names, 2), answer(read_as(text, Form::dense), names, 1));
    }
}

TEST(Sparse, DoubtsAreThoseOfColumns)
{
    const auto text = answer(read_as(doubtful_text(), Form::sparse), {"majority"}, 1);
    for (const char* part :
         {"40 of 320 rows equal another row in every feature (without 'V9')", "the feature 'V5' alone gives",
          "the feature 'V1' has 100 values in 320 rows, and rows of one value resemble each other in 'V3'",
          "the features 'V2', 'V7', 'V8' have one value", "the feature 'V6' has -999 far from",
          "'V9' differs in nearly every row"})
        EXPECT_NE(text.find(part), text.npos) << part << text;
}

TEST(Sparse, OthersSayBeforeAnyFitWhatDenseRowsWouldTake)
{
    std::string text;
    for (int r = 0; r < 2000; ++r)
        text += std::to_string(r % 2) + ' ' + std::to_string(1 + r % 97) + ":1 99999:1\n";
    const auto data = Dataset::make(parse_table(text, "wide.svm"));
    const auto refusal = [&](const std::string& spec) {
        return message_of(
            [&] { check_learner(*make_learner(Spec::parse(spec), data.response_type()), data); });
    };
    for (const auto& spec : learners_with_sparse_rows())
        EXPECT_EQ(refusal(spec),
                  spec == "mean" || spec == "median"
                      ? "learner '" + spec + "' cannot predict classes, and the target holds classes"
                      : "no error");
    EXPECT_EQ(refusal("linear-svm"), "'linear-svm:C=1,calibrate=no,epsilon=0.1,scale=standard,bias=1,"
                                     "tolerance=1e-04' needs dense rows: 2000 rows of "
                                     "99999 features "
                                     "would take 1.5 GB, "
                                     "and sparse rows are made dense up to 1 GB; learners that take sparse "
                                     "rows: majority, mean, median, condensed-knn:scale=none, "
                                     "condensed-knn:scale=maxabs, naive-bayes, "
                                     "logistic:scale=none, logistic:scale=maxabs, linear-svm:scale=none, "
                                     "linear-svm:scale=maxabs, svm:scale=none, "
                                     "svm:scale=maxabs, xgboost:zeros=missing");
    for (const char* spec :
         {"tree", "knn", "bagging(tree)", "bagging(logistic)", "impute(naive-bayes)", "xgboost", "lda"})
        EXPECT_NE(refusal(spec).find("needs dense rows"), std::string::npos) << spec;
    for (const char* spec :
         {"bagging(linear-svm:scale=none)", "noisy(naive-bayes):share=0.1", "committee(logistic:scale=none)"})
        EXPECT_EQ(refusal(spec), "no error");
    EXPECT_NE(refusal("noisy(naive-bayes):share=0.1,kind=attribute").find("needs dense rows"),
              std::string::npos);
}

// By hand: two columns, one of them 0 in nine rows of ten.
TEST(Sparse, NaiveBayesIsThatOfItsFormula)
{
    std::string text;
    std::vector<std::array<double, 12>> x;
    std::vector<int> y;
    Stream stream(8, Purpose::generation, 0);
    for (int r = 0; r < 60; ++r) {
        y.push_back(static_cast<int>(stream.below(2)));
        x.emplace_back();
        for (auto& cell : x.back())
            if (stream.below(14) == 0) cell = 1.0 + y.back() + stream.uniform();
        text += std::to_string(y.back());
        for (std::size_t j = 0; j < 12; ++j)
            if (x.back()[j] != 0.0) text += ' ' + std::to_string(j + 1) + ':' + std::to_string(x.back()[j]);
        text += r == 0 && x[0][11] == 0.0 ? " 12:1\n" : "\n";
    }
    const auto data = read_as(text, Form::sparse);
    for (std::size_t r = 0; r < x.size(); ++r)
        for (std::size_t j = 0; j < 12; ++j) x[r][j] = data.features()[j].numeric().values[r];
    const auto rows = row_range(0, data.rows());
    const auto found = trained_on_all(data, "naive-bayes", rows);
    double mean[2][12] = {};
    double variance[2][12] = {};
    double of_all[12] = {};
    double n[2] = {};
    for (const int label : y) ++n[label];
    for (std::size_t j = 0; j < 12; ++j) {
        double all = 0.0;
        for (std::size_t r = 0; r < x.size(); ++r) mean[y[r]][j] += x[r][j] / n[y[r]], all += x[r][j] / 60.0;
        for (std::size_t r = 0; r < x.size(); ++r)
            variance[y[r]][j] += std::pow(x[r][j] - mean[y[r]][j], 2) / n[y[r]],
                of_all[j] += std::pow(x[r][j] - all, 2) / 60.0;
    }
    const double added = 1e-9 * *std::max_element(of_all, of_all + 12);
    for (std::size_t r = 0; r < x.size(); ++r) {
        double log_score[2];
        for (int c = 0; c < 2; ++c) {
            log_score[c] = std::log(n[c] / 60.0);
            for (std::size_t j = 0; j < 12; ++j) {
                const double v = variance[c][j] + added;
                log_score[c] -= 0.5 * std::log(2.0 * M_PI * v) + 0.5 * std::pow(x[r][j] - mean[c][j], 2) / v;
            }
        }
        EXPECT_NEAR(found.scores[2 * r], 1.0 / (1.0 + std::exp(log_score[1] - log_score[0])), 1e-9);
    }
}
