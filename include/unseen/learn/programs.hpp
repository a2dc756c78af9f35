// The programs that learners of this process run (docs/WORKER.md), for callers that must end at once.
//
// Example:
//
//     end_programs(); // and then std::_Exit(130)
#pragma once

namespace unseen {

/// Kills all programs that learners of this process run, with everything that they have started, and removes
/// their folders. No program can start after this call, and threads that try wait forever, so call it just
/// before the process exits. Do not call it in signal handlers.
void end_programs();

} // namespace unseen
