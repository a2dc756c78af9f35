// Private: how each format prints an answer, one file each; formats.cpp has the table.
#pragma once

#include "unseen/report/answer.hpp"

namespace unseen {

std::string text_answer(const Answer& answer, const Screen& screen);
std::string json_answer(const Answer& answer, const Screen& screen);
std::string csv_answer(const Answer& answer, const Screen& screen);
std::string markdown_answer(const Answer& answer, const Screen& screen);
std::string latex_answer(const Answer& answer, const Screen& screen);

} // namespace unseen
