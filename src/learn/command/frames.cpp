#include "learn/command/frames.hpp"

#include "learn/command/cells.hpp"
#include "learn/command/prediction_text.hpp"

#include "unseen/base/error.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

namespace unseen {

namespace {

constexpr std::uint32_t has_labels = 1;
constexpr std::uint32_t has_scores = 2;
constexpr std::uint32_t has_values = 4;

template <class T>
std::array<char, sizeof(T)> little_endian(T value)
{
    auto bytes = std::bit_cast<std::array<char, sizeof(T)>>(value);
    if constexpr (std::endian::native == std::endian::big) std::reverse(bytes.begin(), bytes.end());
    return bytes;
}

/// A message under construction.
class Frame {
public:
    Frame(std::string_view name, std::uint32_t request) : bytes_(name)
    {
        put(request);
        put(std::uint64_t{0});
    }

    template <class T>
    void put(T value)
    {
        const auto bytes = little_endian(value);
        bytes_.append(bytes.data(), bytes.size());
    }
    void put_text(const std::string& text)
    {
        put(static_cast<std::uint32_t>(text.size()));
        bytes_ += text;
    }
    void reserve(std::size_t more) { bytes_.reserve(bytes_.size() + more); }
    std::string finish()
    {
        const auto length = little_endian(static_cast<std::uint64_t>(bytes_.size() - frame_head));
        std::copy(length.begin(), length.end(), bytes_.begin() + 8);
        return std::move(bytes_);
    }

private:
    std::string bytes_;
};

/// The element `i` of an array of T that begins at `bytes`.
template <class T>
T element(std::string_view bytes, std::size_t i = 0)
{
    std::array<char, sizeof(T)> copy;
    std::memcpy(copy.data(), bytes.data() + i * sizeof(T), sizeof(T));
    if constexpr (std::endian::native == std::endian::big) std::reverse(copy.begin(), copy.end());
    return std::bit_cast<T>(copy);
}

[[noreturn]] void wrong_answer(const std::string& what)
{
    throw LearnerError("its answer " + what, failures::wrong_shape);
}

} // namespace

FrameHead read_frame_head(std::string_view bytes)
{
    return {std::string(bytes.substr(0, 4)), element<std::uint32_t>(bytes.substr(4)),
            element<std::uint64_t>(bytes.substr(8))};
}

std::string hello_frame(std::uint32_t request, std::uint32_t version)
{
    Frame frame("HELO", request);
    frame.put(version);
    return frame.finish();
}

std::string data_frame(std::uint32_t request, const Dataset& data, const Dataset* more)
{
    std::vector<std::pair<Cells, Row>> parts;
    parts.emplace_back(Cells(data), data.rows());
    if (more != nullptr) parts.emplace_back(Cells(data, *more), more->rows());
    std::uint64_t rows = 0;
    for (const auto& part : parts) rows += part.second;

    Frame frame("DATA", request);
    frame.reserve(static_cast<std::size_t>(rows) * data.features().size() * sizeof(double) + 4096);
    frame.put(rows);
    frame.put(static_cast<std::uint32_t>(data.features().size()));
    frame.put(static_cast<std::uint32_t>(data.own_classes()));
    frame.put_text(data.response_name());
    for (std::size_t c = 0; c < data.own_classes(); ++c) frame.put_text(data.classes().name(c));
    for (std::size_t f = 0; f < data.features().size(); ++f) {
        const auto& feature = data.features()[f];
        frame.put_text(feature.name);
        frame.put(std::uint32_t{feature.is_numeric() ? 0U : 1U});
        if (!feature.is_numeric()) {
            frame.put(static_cast<std::uint32_t>(feature.coded().own_labels()));
            for (std::size_t l = 0; l < feature.coded().own_labels(); ++l)
                frame.put_text(feature.coded().labels.name(l));
        }
        for (const auto& [cells, n] : parts)
            for (Row r = 0; r < n; ++r) {
                if (feature.is_numeric())
                    frame.put(cells.number(f, r));
                else
                    frame.put(cells.code(f, r));
            }
    }
    return frame.finish();
}

std::string fit_frame(std::uint32_t request, const Dataset& data, const TrainingRoles& roles,
                      const Task& task, std::span<const Row> rows, Row first)
{
    const bool classes = data.response_type() == ResponseType::classes;
    Frame frame("FIT ", request);
    frame.reserve(task.train.distinct() * std::size_t{16} + rows.size() * sizeof(Row) + 24);
    frame.put(task.seed);
    frame.put(std::uint64_t{task.train.distinct()});
    frame.put(std::uint64_t{rows.size()});
    task.train.for_each([&](Row row, std::uint32_t) { frame.put(row); });
    task.train.for_each([&](Row, std::uint32_t count) { frame.put(count); });
    task.train.for_each([&](Row row, std::uint32_t) {
        if (classes)
            frame.put(data.class_codes()[row]);
        else
            frame.put(data.responses()[row]);
    });
    for (const Row row : rows) frame.put(row + first);
    if (!roles.any()) return frame.finish();
    frame.put(std::uint32_t{(roles.weights.empty() ? 0u : 1u) | (roles.groups.empty() ? 0u : 2u) |
                            (roles.times.empty() ? 0u : 4u)});
    const auto put_all = [&](const auto& of_rows) {
        if (!of_rows.empty()) task.train.for_each([&](Row row, std::uint32_t) { frame.put(of_rows[row]); });
    };
    put_all(roles.weights);
    put_all(roles.groups);
    put_all(roles.times);
    return frame.finish();
}

std::uint32_t read_hello(std::string_view content)
{
    if (content.size() < sizeof(std::uint32_t)) wrong_answer("to the greeting has no version");
    return element<std::uint32_t>(content);
}

std::uint64_t longest_answer(const Dataset& data, std::size_t rows)
{
    return 4 + std::uint64_t{rows} *
                   (sizeof(double) + sizeof(std::int32_t) + sizeof(double) * data.own_classes());
}

Predictions read_answer(std::string_view content, const Dataset& data, std::size_t rows)
{
    const bool classes = data.response_type() == ResponseType::classes;
    const auto own = data.own_classes();
    const auto all = data.classes().size();
    if (content.size() < 4) wrong_answer("is empty");
    const auto parts = element<std::uint32_t>(content);
    content.remove_prefix(4);
    const bool labels = (parts & has_labels) != 0;
    const bool scores = (parts & has_scores) != 0;
    if (classes ? parts == 0 || parts > (has_labels | has_scores) : parts != has_values)
        wrong_answer("has the parts " + std::to_string(parts) + "; expected " +
                     (classes ? "1 (labels), 2 (scores) or 3 (both)" : "4 (values)"));
    const std::size_t expected =
        rows * (classes ? (labels ? sizeof(std::int32_t) : 0) + (scores ? sizeof(double) * own : 0)
                        : sizeof(double));
    if (content.size() != expected)
        wrong_answer("has " + std::to_string(content.size()) + " bytes for " + std::to_string(rows) +
                     " rows; expected " + std::to_string(expected));

    Predictions p;
    if (!classes) {
        p.value.resize(rows);
        for (std::size_t i = 0; i < rows; ++i) p.value[i] = element<double>(content, i);
        if (!std::all_of(p.value.begin(), p.value.end(), [](double v) { return std::isfinite(v); }))
            throw LearnerError("predicted a value that is not a finite number", failures::nan);
        return p;
    }
    if (labels) {
        for (std::size_t i = 0; i < rows; ++i) {
            const auto code = element<std::int32_t>(content, i);
            if (code < 0 || static_cast<std::size_t>(code) >= own)
                wrong_answer("has the class " + std::to_string(code) + "; expected 0 to " +
                             std::to_string(own - 1));
            p.label.push_back(static_cast<std::uint32_t>(code));
        }
        content.remove_prefix(rows * sizeof(std::int32_t));
    }
    if (!scores) return p;
    p.scores.assign(rows * all, 0.0);
    for (std::size_t i = 0; i < rows; ++i) {
        const auto row = std::span(p.scores).subspan(i * all, own);
        for (std::size_t c = 0; c < own; ++c) row[c] = element<double>(content, i * own + c);
        make_distribution(row);
        if (!labels)
            p.label.push_back(
                static_cast<std::uint32_t>(std::max_element(row.begin(), row.end()) - row.begin()));
    }
    return p;
}

} // namespace unseen
