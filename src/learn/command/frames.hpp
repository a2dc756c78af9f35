// Private: the messages between the library and a worker, little endian: a name of four letters, the number
// of the request as u32, the length as u64, the content (docs/WORKER.md).
#pragma once

#include "learn/command/training_roles.hpp"

#include "unseen/learn/learner.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace unseen {

inline constexpr std::size_t frame_head = 16;

/// The head of a message.
struct FrameHead {
    std::string name;
    std::uint32_t request = 0; ///< an answer has the number of its request
    std::uint64_t length = 0;
};

/// Reads the head from the first frame_head bytes of a message.
FrameHead read_frame_head(std::string_view bytes);

/// The greeting, with the version of the protocol: 2 if the program gets weights, groups or times, else 1.
std::string hello_frame(std::uint32_t request, std::uint32_t version);
/// The message with the features of `data`, followed by the rows of `more` (same features) unless null,
/// without the response.
std::string data_frame(std::uint32_t request, const Dataset& data, const Dataset* more);
/// The message with the training rows, their counts and responses, the rows to predict (`first` is added to
/// their numbers) and the seed; then the roles, if the program asked for some.
std::string fit_frame(std::uint32_t request, const Dataset& data, const TrainingRoles& roles,
                      const Task& task, std::span<const Row> rows, Row first);

std::uint32_t read_hello(std::string_view content);
/// Reads the content of an answer for `rows` rows. Throws LearnerError (`wrong_shape`, `nan`).
Predictions read_answer(std::string_view content, const Dataset& data, std::size_t rows);
/// The largest number of bytes in an answer for `rows` rows.
std::uint64_t longest_answer(const Dataset& data, std::size_t rows);

} // namespace unseen
