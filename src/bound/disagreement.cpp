#include "unseen/bound/disagreement.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/stats/binomial.hpp"
#include "unseen/stats/exact_sum.hpp"
#include "unseen/stats/kl.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <cmath>

namespace unseen::bound {

namespace {

void check_labels(std::span<const std::vector<std::uint32_t>> members, std::size_t rows)
{
    require(!members.empty(), "no members; expected the labels of at least one");
    for (const auto& labels : members)
        require(labels.size() == rows, "a member has " + std::to_string(labels.size()) +
                                           " labels; expected " + std::to_string(rows));
}

} // namespace

Disagreement count_disagreement(std::span<const std::vector<std::uint32_t>> members,
                                std::span<const std::uint32_t> reference, DisagreementForm form,
                                std::uint64_t seed)
{
    const std::size_t rows = reference.size();
    check_labels(members, rows);
    Disagreement disagreement{.form = form, .rows = rows};
    if (form == DisagreementForm::sampled) {
        std::uint64_t differ = 0;
        for (std::size_t j = 0; j < rows; ++j) {
            const auto drawn = Stream(seed, Purpose::disagreement, j).below(members.size());
            differ += members[drawn][j] != reference[j] ? 1 : 0;
        }
        disagreement.counts = {differ};
        return disagreement;
    }
    std::uint64_t differ = 0;
    for (const auto& labels : members) {
        std::uint64_t own = 0;
        for (std::size_t j = 0; j < rows; ++j) own += labels[j] != reference[j] ? 1 : 0;
        if (form == DisagreementForm::per_member) disagreement.counts.push_back(own);
        differ += own;
    }
    if (rows > 0)
        disagreement.mean =
            static_cast<double>(differ) / (static_cast<double>(rows) * static_cast<double>(members.size()));
    return disagreement;
}

std::vector<std::uint32_t> plurality_vote(std::span<const std::vector<std::uint32_t>> members)
{
    const std::size_t rows = members.empty() ? 0 : members[0].size();
    check_labels(members, rows);
    std::uint32_t labels = 0;
    for (const auto& member : members)
        for (const auto label : member) labels = std::max(labels, label + 1);
    std::vector<std::uint32_t> vote(rows);
    std::vector<std::uint32_t> votes(labels);
    for (std::size_t j = 0; j < rows; ++j) {
        std::fill(votes.begin(), votes.end(), 0);
        for (const auto& member : members) ++votes[member[j]];
        vote[j] = static_cast<std::uint32_t>(std::max_element(votes.begin(), votes.end()) - votes.begin());
    }
    return vote;
}

double disagreement_upper(const Disagreement& disagreement, Delta delta)
{
    const auto& [form, counts, mean, rows] = disagreement;
    const bool counted = form == DisagreementForm::sampled || form == DisagreementForm::per_member;
    if (form == DisagreementForm::sampled)
        require(counts.size() == 1,
                "disagreements: " + std::to_string(counts.size()) + " counts; the form sampled takes one");
    if (form == DisagreementForm::per_member)
        require(!counts.empty(), "disagreements: no counts; the form per_member takes one for each member");
    for (const auto count : counts)
        require(!counted || count <= rows, "disagreements = " + std::to_string(count) +
                                               " must be <= unlabelled rows = " + std::to_string(rows));
    require(counted || (mean >= 0.0 && mean <= 1.0),
            "mean disagreement = " + shortest(mean) + " must lie between 0 and 1");
    if (rows == 0) return 1.0;

    const auto m = static_cast<double>(rows);
    switch (form) {
    case DisagreementForm::sampled: return binomial_upper(counts[0], rows, delta).p;
    case DisagreementForm::expected_kl: return kl_upper(mean, -delta.log() / m);
    case DisagreementForm::expected_bentkus: {
        // The sum is a multiple of 1 / members; a remainder far below that is rounding error of the mean.
        const double sum = mean * m;
        const double up = std::min(std::ceil(sum - 1e-9 * std::max(1.0, sum)), m);
        return binomial_upper(static_cast<std::uint64_t>(up), rows, delta.times_exp(-1.0)).p;
    }
    case DisagreementForm::per_member: {
        const auto n = static_cast<double>(counts.size());
        const Delta each = delta.share(n);
        ExactSum sum;
        for (const auto count : counts) sum.add(binomial_upper(count, rows, each).p);
        return std::min(sum.value() / n, 1.0);
    }
    }
    return 1.0;
}

} // namespace unseen::bound
