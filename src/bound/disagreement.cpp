#include "unseen/bound/disagreement.hpp"

#include "bound/from_shares.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/stats/binomial.hpp"
#include "unseen/stats/exact_sum.hpp"
#include "unseen/stats/kl.hpp"
#include "unseen/stats/random.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace unseen::bound {

namespace {

void check_labels(std::span<const std::vector<std::uint32_t>> members, std::size_t rows)
{
    require(!members.empty(), "no members; expected the labels of at least one");
    for (const auto& labels : members)
        require(labels.size() == rows, "a member has " + std::to_string(labels.size()) +
                                           " labels; expected " + std::to_string(rows));
}

void check_rows(std::span<const std::uint64_t> differing, std::uint64_t rows)
{
    require(differing.size() >= 2, "differing: " + std::to_string(differing.size()) +
                                       " counts; expected one for each of 0, 1, ... up to all members");
    const auto sum = std::accumulate(differing.begin(), differing.end(), std::uint64_t{0});
    require(sum == rows, "differing: the counts add up to " + std::to_string(sum) +
                             "; expected the number of unlabelled rows, " + std::to_string(rows));
}

void check_figures(const Disagreement& disagreement)
{
    const auto& [form, counts, mean, differing, rows] = disagreement;
    switch (figure_of(form)) {
    case DisagreementFigure::counts:
        if (form == DisagreementForm::sampled)
            require(counts.size() == 1, "disagreements: " + std::to_string(counts.size()) +
                                            " counts; the form sampled takes one");
        else
            require(!counts.empty(),
                    "disagreements: no counts; the form per_member takes one for each member");
        for (const auto count : counts)
            require(count <= rows, "disagreements = " + std::to_string(count) +
                                       " must be <= unlabelled rows = " + std::to_string(rows));
        return;
    case DisagreementFigure::mean:
        require(mean >= 0.0 && mean <= 1.0,
                "mean disagreement = " + shortest(mean) + " must lie between 0 and 1");
        return;
    case DisagreementFigure::differing: check_rows(differing, rows); return;
    }
}

} // namespace

DisagreementFigure figure_of(DisagreementForm form)
{
    switch (form) {
    case DisagreementForm::sampled:
    case DisagreementForm::per_member: return DisagreementFigure::counts;
    case DisagreementForm::expected_kl:
    case DisagreementForm::expected_bentkus: return DisagreementFigure::mean;
    case DisagreementForm::expected:
    case DisagreementForm::median:
    case DisagreementForm::gaffke: return DisagreementFigure::differing;
    }
    return DisagreementFigure::differing;
}

Disagreement disagreement_of_rows(DisagreementForm form, std::vector<std::uint64_t> differing)
{
    Disagreement disagreement{.form = form, .differing = std::move(differing)};
    const auto& counts = disagreement.differing;
    disagreement.rows = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    check_rows(counts, disagreement.rows);
    if (disagreement.rows > 0) disagreement.mean = detail::mean_share(counts);
    return disagreement;
}

std::optional<double> agreement_of_members(const Disagreement& disagreement)
{
    const double d = disagreement.mean;
    if (disagreement.differing.empty() || !(d > 0.0 && d < 1.0)) return std::nullopt;
    const auto members = static_cast<double>(disagreement.differing.size() - 1);
    ExactSum squares;
    for (std::size_t i = 0; i < disagreement.differing.size(); ++i) {
        const double off = static_cast<double>(i) / members - d;
        squares.add(off * off * static_cast<double>(disagreement.differing[i]));
    }
    return squares.value() / static_cast<double>(disagreement.rows) / (d * (1.0 - d));
}

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
    if (form == DisagreementForm::per_member) {
        for (const auto& labels : members) {
            std::uint64_t differ = 0;
            for (std::size_t j = 0; j < rows; ++j) differ += labels[j] != reference[j] ? 1 : 0;
            disagreement.counts.push_back(differ);
        }
        return disagreement;
    }
    std::vector<std::uint64_t> differing(members.size() + 1);
    for (std::size_t j = 0; j < rows; ++j) {
        std::size_t differ = 0;
        for (const auto& labels : members) differ += labels[j] != reference[j] ? 1 : 0;
        ++differing[differ];
    }
    return disagreement_of_rows(form, std::move(differing));
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
    check_figures(disagreement);
    const auto& [form, counts, mean, differing, rows] = disagreement;
    if (rows == 0) return 1.0;

    const auto m = static_cast<double>(rows);
    switch (form) {
    case DisagreementForm::expected: return detail::betting_upper(differing, delta);
    case DisagreementForm::gaffke: return detail::gaffke_upper(differing, delta);
    case DisagreementForm::median: {
        const auto members = differing.size() - 1;
        return binomial_upper((detail::total_of(differing) + members - 1) / members, rows, delta.share(2)).p;
    }
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
