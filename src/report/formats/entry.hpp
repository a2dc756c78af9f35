// Private: how each format prints an answer, one file each; formats.cpp has the table.
#pragma once

#include "unseen/report/answer.hpp"

namespace unseen {

std::string text_answer(const Answer& answer);
std::string json_answer(const Answer& answer);
std::string csv_answer(const Answer& answer);
std::string markdown_answer(const Answer& answer);
std::string latex_answer(const Answer& answer);

} // namespace unseen
