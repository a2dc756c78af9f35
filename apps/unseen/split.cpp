// unseen split: a resampling plan as CSV, and the balance that it achieves.
#include "commands.hpp"
#include "common.hpp"

#include "unseen/base/error.hpp"
#include "unseen/resample/plan.hpp"

#include <algorithm>

namespace unseen::cli {

namespace {

struct Options {
    DataOptions data;
    AnswerOptions answer;
    std::string resample = "cv";
};

/// Smallest and largest number of test rows, in all and of each class, over the splits seen.
class Balance {
public:
    explicit Balance(const Dataset& data)
        : data_(data),
          least_(data.classes().size() + 1, ~std::uint64_t{0}),
          most_(data.classes().size() + 1, 0)
    {
    }

    void add(std::span<const Row> test)
    {
        std::vector<std::uint64_t> counts(least_.size(), 0);
        counts[0] = test.size();
        if (data_.response_type() == ResponseType::classes)
            for (const Row r : test) ++counts[1 + static_cast<std::size_t>(data_.class_codes()[r])];
        for (std::size_t c = 0; c < counts.size(); ++c) {
            least_[c] = std::min(least_[c], counts[c]);
            most_[c] = std::max(most_[c], counts[c]);
        }
    }

    std::string text() const
    {
        std::string line = "test rows a split: " + range(0);
        for (std::size_t c = 1; c < least_.size(); ++c)
            line += (c == 1 ? "; of class " : ", ") + data_.classes().name(c - 1) + ": " + range(c);
        return line;
    }

private:
    std::string range(std::size_t c) const
    {
        return least_[c] == most_[c] ? std::to_string(least_[c]) : std::to_string(least_[c]) + " to " + std::to_string(most_[c]);
    }

    const Dataset& data_;
    std::vector<std::uint64_t> least_;
    std::vector<std::uint64_t> most_;
};

int run(const Options& options)
{
    require(options.answer.format == "text" || options.answer.format == "csv", "--format: 'split' prints CSV only");
    Output out(options.answer.output);
    const Dataset data = options.data.dataset(options.answer.quiet);
    const Plan plan = make_plan(Spec::parse(options.resample), data, options.answer.seed);
    tell_warnings(data.warnings(), options.answer.quiet);
    tell_warnings(plan.warnings(), options.answer.quiet);

    // Streamed split by split: a plan may have more lines than memory has room for.
    out.write("split,repeat,fold,role,row\n");
    Scratch scratch;
    Balance balance(data);
    std::string text;
    for (std::uint64_t i = 0; i < plan.size(); ++i) {
        const Split split = plan.at(i, scratch);
        const std::string head = std::to_string(i) + ',' + std::to_string(split.repeat) + ',' + std::to_string(split.fold) + ',';
        text.clear();
        split.train.for_each([&](Row r, std::uint32_t count) {
            for (std::uint32_t c = 0; c < count; ++c) text += head + "train," + std::to_string(data.source_row(r)) + '\n';
        });
        for (const Row r : split.test) text += head + "test," + std::to_string(data.source_row(r)) + '\n';
        out.write(text);
        balance.add(split.test);
    }
    out.finish();
    if (!options.answer.quiet)
        tell("note: " + plan.spec().print() + ", seed " + std::to_string(options.answer.seed) + ": " +
             std::to_string(plan.size()) + " splits; " + balance.text());
    return 0;
}

std::string footer()
{
    std::string text = "Example: unseen split data/iris.csv --resample cv:folds=5\nPlans:\n";
    for (const auto& info : plan_infos()) {
        text += "  " + info.name + ": " + info.help + '\n';
        for (const auto& key : info.keys) text += "      " + key.name + '=' + key.fallback + "  " + key.help + '\n';
    }
    return text;
}

} // namespace

Command split_command()
{
    const auto options = std::make_shared<Options>();
    return {"split", "print a resampling plan as CSV: split,repeat,fold,role,row", footer(),
            [options](Arguments& arguments) {
                options->data.declare(arguments, true);
                arguments.option("--resample", options->resample, "the plan, for example cv:folds=10,repeats=10");
                options->answer.declare(arguments);
            },
            [options] { return run(*options); }};
}

} // namespace unseen::cli
