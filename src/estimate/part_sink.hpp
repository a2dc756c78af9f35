// Private: sinks for the parts of a reduction that takes the splits of several plans.
#pragma once

#include "unseen/predictions/predictions.hpp"

namespace unseen {

/// Hands what it gets to two functions of its owner.
template <class Owner>
class PartSink final : public Sink {
public:
    using TakeView = void (Owner::*)(const SplitInfo&, const PredictionView&);
    using TakeFailure = void (Owner::*)(const SplitInfo&, const Failure&);

    PartSink(Owner& owner, TakeView view, TakeFailure failure) : owner_(owner), view_(view), failure_(failure)
    {
    }
    void take(const SplitInfo& split, const PredictionView& view) override { (owner_.*view_)(split, view); }
    void take(const SplitInfo& split, const Failure& failure) override { (owner_.*failure_)(split, failure); }

private:
    Owner& owner_;
    TakeView view_;
    TakeFailure failure_;
};

} // namespace unseen
