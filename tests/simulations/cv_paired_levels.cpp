// How often the tests of two learners by one cross-validation say at 5 % that one is better where neither is,
// and where one is: cv_paired, for means of row losses and for measures of pooled rows, and the tests by the
// figures of the splits. Prints the table of docs/VALIDITY.md.
//
//     cv_paired_levels [DATA SETS [FIRST WORLD [WORLDS]]]     200, all
//
// `against chance` compares the first learner with the constant figure of chance.
#include "cv_paired_worlds.hpp"
#include "for_each.hpp"

#include "unseen/contest/compared_learners.hpp"
#include "unseen/learn/learner.hpp"
#include "unseen/run/estimate.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace unseen;

constexpr std::uint64_t seed = 3509;
const std::vector<std::string> by_name = {"cv_pooled", "corrected_t", "cv5x2_f"};

struct TwoTables {
    Table a, b;
};

TwoTables draw(const PairWorld& world, Stream& stream)
{
    std::vector<NumericColumn> of[2];
    std::vector<double> truth;
    NumericColumn weight, group;
    double effect = 0.0;
    for (std::size_t i = 0; i < world.rows; ++i) {
        if (world.rows_of_group > 1 && i % world.rows_of_group == 0) effect = 0.7 * normal(stream);
        Features x[2];
        truth.push_back(world.draw(stream, effect, x[0], x[1]));
        for (int m = 0; m < 2; ++m) {
            of[m].resize(x[m].size());
            for (std::size_t f = 0; f < x[m].size(); ++f) of[m][f].values.push_back(x[m][f]);
        }
        weight.values.push_back(0.2 + 1.8 * stream.uniform());
        group.values.push_back(static_cast<double>(i / world.rows_of_group));
    }
    TwoTables tables;
    for (int m = 0; m < 2; ++m) {
        auto& table = m == 0 ? tables.a : tables.b;
        table.source = "drawn";
        table.declared_types = true;
        for (std::size_t f = 0; f < of[m].size(); ++f) {
            const std::string name = "x" + std::to_string(f); // appended: g++ 12 warns falsely on "x" + ...
            table.columns.push_back({name, of[m][f]});
        }
        if (world.weighted) table.columns.push_back({"weight", weight});
        if (world.rows_of_group > 1) table.columns.push_back({"group", group});
        if (world.classes == 0) {
            table.columns.push_back({"y", NumericColumn{truth}});
            continue;
        }
        std::vector<std::string> names;
        for (std::size_t c = 0; c < world.classes; ++c) names.push_back("c" + std::to_string(c));
        CodedColumn y{.labels = Labels(names), .codes = {}};
        for (const double t : truth) y.codes.push_back(static_cast<std::uint32_t>(t));
        table.columns.push_back({"y", std::move(y)});
    }
    return tables;
}

std::vector<Spec> measures_of(const PairWorld& world)
{
    std::vector<const char*> names;
    if (world.classes == 0)
        names = {"mae", "mse", "rmse", "r2"};
    else if (world.kind == Kind::chance)
        names = {"error_rate", "roc_auc", "mcc", "balanced_accuracy", "kappa"};
    else if (world.classes == 2)
        names = {"error_rate",        "brier", "roc_auc",          "mcc", "f1",
                 "balanced_accuracy", "kappa", "average_precision"};
    else
        names = {"error_rate", "brier", "mcc", "f1_macro", "balanced_accuracy", "kappa"};
    return {names.begin(), names.end()};
}

EstimateReport judged(const PairWorld& world, const Table& table, const std::string& learner, std::uint64_t r)
{
    Roles roles;
    if (world.weighted) roles.weight = "weight";
    if (world.rows_of_group > 1) roles.group = "group";
    if (world.classes == 2) roles.positive = "c1";
    const auto data = Dataset::make(table, roles);
    const auto made = make_learner(Spec::parse(learner), data.response_type());
    const Learner* const learners[] = {made.get()};
    EstimateOptions options{.learner_names = {"?"},
                            .estimators = {Spec::parse(world.plan)},
                            .measures = measures_of(world),
                            .baselines = world.kind == Kind::chance};
    options.run.seed = r + 1;
    options.run.threads = 1;
    return estimate(data, learners, options);
}

/// What a test says: 1, A is better; -1, B is; 0, neither; nothing if it has no p-value.
using Says = std::map<std::pair<std::string, std::string>, std::optional<int>>; ///< by measure and test

void add(Says& says, std::span<const Estimate> both, ResponseType response, const std::string& also = "")
{
    for (const auto& compared : compare_estimates("", response, both, {.tests = by_name}))
        for (const auto& test : compared.answer.comparisons) {
            auto& one = says[{compared.measure + also, test.test}];
            if (!test.p_value) continue;
            const double a_better = test.direction == Direction::higher_is_better ? test.difference.number()
                                                                                  : -test.difference.number();
            one = test.p_value.number() > 0.05 ? 0 : a_better > 0.0 ? 1 : -1;
        }
}

Says says_of(const PairWorld& world, std::uint64_t number, std::uint64_t r)
{
    Stream stream(seed, Purpose::generation, r, number);
    const auto tables = draw(world, stream);
    auto a = judged(world, tables.a, world.learner_a, r).estimates;
    auto b = judged(world, tables.b, world.learner_b, r).estimates;
    const auto response = world.classes == 0 ? ResponseType::numbers : ResponseType::classes;
    Says says;
    for (std::size_t m = 0; m < a.size(); ++m) {
        a[m].asked.learner_name = "A";
        b[m].asked.learner_name = "B";
        add(says, std::vector{a[m], b[m]}, response);
        if (world.kind != Kind::chance || !a[m].baseline || !a[m].baseline->learner.empty()) continue;
        auto constant = b[m];
        constant.value = a[m].baseline->value;
        constant.spread.per_split = a[m].baseline->per_split;
        constant.pairing.units = a[m].baseline->units;
        add(says, std::vector{a[m], constant}, response, " against chance");
    }
    return says;
}

/// Shares of data sets in percent.
struct Told {
    double better = 0.0; ///< says that A is better
    double worse = 0.0;
    double none = 0.0; ///< no p-value
    double any() const { return better + worse; }
};

} // namespace

int main(int argc, char** argv)
{
    const auto data_sets = static_cast<std::size_t>(argc > 1 ? std::atoi(argv[1]) : 200);
    const auto worlds = cv_paired_worlds();
    const auto first = static_cast<std::size_t>(argc > 2 ? std::atoi(argv[2]) : 0);
    const auto end = std::min(worlds.size(), argc > 3 ? first + static_cast<std::size_t>(std::atoi(argv[3]))
                                                      : worlds.size());
    std::printf("measure,test,world,rows,learners,plan,better,says_a,says_b,none\n");
    std::map<std::pair<std::string, std::string>, std::vector<Told>> null, power;
    for (std::size_t w = first; w < end; ++w) {
        const auto& world = worlds[w];
        std::vector<Says> all(data_sets);
        for_each(data_sets, [&](std::size_t r) { all[r] = says_of(world, w, r); });
        std::map<std::pair<std::string, std::string>, Told> told;
        const double share = 100.0 / static_cast<double>(data_sets);
        for (const auto& says : all)
            for (const auto& [what, one] : says) {
                auto& sum = told[what];
                (!one ? sum.none : *one > 0 ? sum.better : sum.worse) += !one || *one != 0 ? share : 0.0;
            }
        for (const auto& [what, one] : told) {
            std::printf("%s,%s,\"%s\",%zu,\"%s, %s\",\"%s\",%d,%.1f,%.1f,%.1f\n", what.first.c_str(),
                        what.second.c_str(), world.name.c_str(), world.rows, world.learner_a.c_str(),
                        world.learner_b.c_str(), world.plan.c_str(), world.kind == Kind::better, one.better,
                        one.worse, one.none);
            (world.kind == Kind::better ? power : null)[what].push_back(one);
        }
        std::fflush(stdout);
    }
    std::printf(
        "\n| measure | test | null worlds: mean, most | above 6.5 %% | above 8 %% | worlds with a better "
        "one: shown, wrongly |\n| --- | --- | ---: | ---: | ---: | ---: |\n");
    for (const auto& [what, list] : null) {
        double sum = 0.0, most = 0.0;
        int above = 0, far = 0;
        for (const auto& one : list) {
            sum += one.any();
            most = std::max(most, one.any());
            above += one.any() > 6.5;
            far += one.any() > 8.0;
        }
        double shown = 0.0, wrong = 0.0;
        const auto& of_power = power[what];
        for (const auto& one : of_power) {
            shown += one.better / static_cast<double>(of_power.size());
            wrong += one.worse / static_cast<double>(of_power.size());
        }
        std::printf("| `%s` | `%s` | %zu: %.1f, %.1f | %d | %d | ", what.first.c_str(), what.second.c_str(),
                    list.size(), sum / static_cast<double>(list.size()), most, above, far);
        if (of_power.empty())
            std::printf("|\n");
        else
            std::printf("%zu: %.1f, %.1f |\n", of_power.size(), shown, wrong);
    }
    return 0;
}
