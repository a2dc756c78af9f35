// Private: rows in the form that a fitted linear model uses.
#pragma once

#include "learn/linear/sample.hpp"

#include <charconv>

namespace unseen::linear {

/// A coefficient for a reader: six digits.
inline std::string digits(double number)
{
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, number, std::chars_format::general, 6).ptr};
}

/// Gives a category that no training row has the mean of the training rows in its feature's columns, because
/// it carries no information.
class Viewer {
public:
    Viewer() = default;
    Viewer(const Design& design, const Summary& summary)
        : blocks_(design.blocks()),
          present_(summary.present),
          mean_(summary.overall_mean())
    {
    }

    /// True if the training rows lack the category of one of the row's features.
    bool unseen(const Design::Rows& rows, Index i) const
    {
        for (std::size_t b = 0; b < blocks_.size(); ++b)
            if (absent(rows.known(static_cast<Index>(b), i))) return true;
        return false;
    }

    /// The design columns of row i; they may be written to `scratch`.
    const double* columns(const Design::Rows& rows, Index i, Eigen::VectorXd& scratch) const
    {
        if (!unseen(rows, i)) return rows.x.col(i).data();
        scratch = rows.x.col(i);
        for (std::size_t b = 0; b < blocks_.size(); ++b)
            if (absent(rows.known(static_cast<Index>(b), i)))
                for (Index j = blocks_[b].begin; j < blocks_[b].end; ++j) scratch(j) = mean_(j);
        return scratch.data();
    }

private:
    bool absent(int known) const { return known < 0 || !present_[static_cast<std::size_t>(known)]; }

    std::vector<Design::Block> blocks_;
    std::vector<bool> present_;
    Eigen::VectorXd mean_;
};

} // namespace unseen::linear
