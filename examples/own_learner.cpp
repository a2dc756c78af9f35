// A learner written by the user, beside one of the library's: own_learner DATA prints estimates of the error
// of both on new rows.
//
// simple_learner() makes a learner from a function that trains; it returns a model, which predicts.
// Everything else (splits, cores, failures, figures, intervals) is the library's.
#include <unseen/base/error.hpp>
#include <unseen/learn/learner.hpp>
#include <unseen/read/reader.hpp>
#include <unseen/report/estimates.hpp>
#include <unseen/run/estimate.hpp>

#include <iostream>
#include <limits>

namespace {

using namespace unseen;

/// Has one point for each class; predicts the class whose point is nearest.
struct NearestMean final : Model {
    std::vector<std::vector<double>> means;

    Predictions predict(const Dataset& data, std::span<const Row> rows) const override
    {
        Predictions p;
        for (const Row row : rows) {
            double best = std::numeric_limits<double>::infinity();
            p.label.push_back(0);
            for (std::uint32_t c = 0; c < means.size(); ++c) {
                double distance = 0.0;
                for (std::size_t f = 0; f < means[c].size(); ++f) {
                    const double d = data.features()[f].numeric().values[row] - means[c][f];
                    distance += d * d;
                }
                if (distance <
                    best) { // false for a class that was not in the training rows, whose mean is NaN
                    best = distance;
                    p.label.back() = c;
                }
            }
        }
        return p;
    }
};

/// Trains on the rows of the task, each as often as it counts. The fit fails if a feature is not numeric; the
/// result then says so.
std::unique_ptr<Model> nearest_mean(const Dataset& data, const Task& task)
{
    auto model = std::make_unique<NearestMean>();
    model->means.assign(data.classes().size(), std::vector<double>(data.features().size(), 0.0));
    std::vector<double> rows(data.classes().size(), 0.0);
    task.train.for_each([&](Row row, std::uint32_t count) {
        const auto c = static_cast<std::size_t>(data.class_codes()[row]);
        rows[c] += count;
        for (std::size_t f = 0; f < data.features().size(); ++f)
            model->means[c][f] += count * data.features()[f].numeric().values[row];
    });
    for (std::size_t c = 0; c < rows.size(); ++c)
        for (auto& coordinate : model->means[c]) coordinate /= rows[c];
    return model;
}

} // namespace

int main(int argc, char** argv)
{
    try {
        require(argc == 2, "usage: own_learner DATA");
        const auto data = Dataset::make(read_table(argv[1]));

        const auto own = simple_learner("nearest-mean", {.numbers = false, .scores = false}, nearest_mean);
        const auto majority = make_learner(Spec("majority"), data.response_type());
        const Learner* learners[] = {own.get(), majority.get()};
        const auto report = estimate(data, learners, {.estimators = {Spec::parse("cv:folds=10,repeats=10")}});
        std::cout << format_named("text").print(answer_of(report));
        return report.run.failures == 0 ? 0 : 1;
    } catch (const Error& error) {
        std::cerr << "own_learner: error: " << error.what() << '\n';
        return 2;
    }
}
