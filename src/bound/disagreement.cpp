#include "unseen/bound/disagreement.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/stats/binomial.hpp"
#include "unseen/stats/exact_sum.hpp"
#include "unseen/stats/kl.hpp"

#include <algorithm>
#include <cmath>

namespace unseen::bound {

double disagreement_upper(const Disagreement& disagreement, Delta delta)
{
    const auto& [form, counts, mean, rows] = disagreement;
    const bool counted = form == DisagreementForm::sampled || form == DisagreementForm::per_member;
    if (form == DisagreementForm::sampled)
        require(counts.size() == 1, "disagreement by sampling is one count; there are " + std::to_string(counts.size()));
    if (form == DisagreementForm::per_member) require(!counts.empty(), "disagreement of each member: there are no counts");
    for (const auto count : counts)
        require(!counted || count <= rows,
                "disagreements = " + std::to_string(count) + " must be <= unlabelled rows = " + std::to_string(rows));
    require(counted || (mean >= 0.0 && mean <= 1.0), "mean disagreement = " + shortest(mean) + " must lie between 0 and 1");
    if (rows == 0) return 1.0;

    const auto m = static_cast<double>(rows);
    switch (form) {
    case DisagreementForm::sampled: return binomial_upper(counts[0], rows, delta).p;
    case DisagreementForm::expected_kl: return kl_upper(mean, -delta.log() / m);
    case DisagreementForm::expected_bentkus: {
        // The sum is a multiple of 1 / members; what is far below that is rounding of the mean.
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
