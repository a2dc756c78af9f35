#include "unseen/report/result_table.hpp"

#include "unseen/base/number.hpp"

namespace unseen {

Cell::Cell(const Value& value)
    : shown(value ? readable(value.number()) : "-"),
      full(value ? shortest(value.number()) : "")
{
}

} // namespace unseen
