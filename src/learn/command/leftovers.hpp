// Private: processes that programs leave behind. Everything that a program starts inherits a variable with
// the folder of its fit, by which it is found even in another process group or session, or under another
// parent.
#pragma once

#include <mutex>
#include <shared_mutex>
#include <string>

namespace unseen {

/// The variable that marks the processes of a fit.
inline const std::string fit_mark = "UNSEEN_FIT=";

/// Kills all processes of this user whose mark begins with `folder`, until there are none; returns after a
/// second in any case. Linux only: it reads /proc.
void kill_marked(const std::string& folder);

/// Must be held while a program is started or a folder is made; end_programs() waits for it and never
/// releases it.
std::shared_lock<std::shared_mutex> may_start();

} // namespace unseen
