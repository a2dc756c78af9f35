// Plans of one split that trains on all rows: resubstitution and the test file.
#include "resample/entry.hpp"
#include "resample/groups.hpp"

#include "unseen/base/error.hpp"

#include <numeric>

namespace unseen {

namespace {

Plan train_on_all(const Spec& spec, const Dataset& data, Estimand estimand, std::string_view no_table,
                  std::vector<Row> test)
{
    const Row n = data.labelled();
    const auto groups = make_groups(data);
    const Design design{.estimand = estimand,
                        .splits = 1,
                        .repeats = 1,
                        .rows = n,
                        .training_rows = static_cast<double>(n),
                        .groups = groups ? groups->size() : 0,
                        .no_table = no_table};
    return Plan(
        spec, design,
        [n, test = std::make_shared<const std::vector<Row>>(std::move(test))](std::uint64_t, Scratch&) {
            return Split{.repeat = 0, .fold = 0, .train = RowSet::all(n), .test = *test};
        });
}

} // namespace

PlanEntry resubstitution_entry()
{
    return {.info = {.name = "resubstitution",
                     .help = "train and test on all rows (the training error, which is optimistic)"},
            .make =
                [](const Spec& spec, const Dataset& data, std::uint64_t) {
                    std::vector<Row> all(data.labelled());
                    std::iota(all.begin(), all.end(), Row{0});
                    return train_on_all(spec, data, Estimand::none, "the model was trained on these rows",
                                        std::move(all));
                },
            .keeps_time = true};
}

PlanEntry test_entry()
{
    return {.info = {.name = "test", .help = "train on all rows, test on the rows of the test file"},
            .make =
                [](const Spec& spec, const Dataset& data, std::uint64_t) {
                    require(!data.test_rows().empty(), "'test' needs a test file (`test=FILE`)");
                    return train_on_all(spec, data, Estimand::model, "",
                                        {data.test_rows().begin(), data.test_rows().end()});
                },
            .keeps_time = true};
}

} // namespace unseen
