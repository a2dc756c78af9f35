// Shared by the tests of programs: a folder for temporary files, which must be empty at the end, with no
// process left.
#pragma once

#include "learn/tables.hpp"
#include "support/temporary_folder.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/words.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <sys/wait.h>

namespace unseen::test {

/// The path of one of the programs beside this header.
inline std::string program(const std::string& name)
{
    return std::string(UNSEEN_SOURCE_DIR) + "/tests/learn/command/" + name;
}

inline std::string read_file(const std::filesystem::path& path)
{
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

/// 12 rows of two features; 8 rows of class a, 4 of class b.
inline Dataset a_and_b()
{
    std::vector<double> x;
    std::vector<std::int32_t> y;
    for (int i = 0; i < 12; ++i) {
        x.push_back(i / 4.0);
        y.push_back(i % 3 == 2 ? 1 : 0);
    }
    return dataset({numbers("x", x), codes("f", {"p", "q r"}, {0, 1, 0, -1, 0, 1, 0, 1, 0, 1, 0, 1}),
                    codes("y", {"a", "b"}, y)});
}

/// 4 rows of x with weights, groups and times; y is a number.
inline Dataset with_roles()
{
    const Table table{
        .source = "roles",
        .columns = {numbers("x", {1, 2, 3, 4}), numbers("w", {0.5, 2, 1, 1.5}),
                    codes("g", {"p", "q", "r"}, {1, 1, 0, 2}),
                    codes("t", {"1970-01-01 00:00:07", "1970-01-01 00:00:01", "1970-01-01 00:00:02"},
                          {1, 0, 2, 1}),
                    numbers("y", {1, 2, 3, 4})},
        .declared_types = true,
        .notes = {}};
    return Dataset::make(table, {.group = "g", .weight = "w", .time = "t"});
}

/// Of rows 0, 1 and 3 of with_roles(), where row 1 counts twice: weights + 10 groups (numbered as they come)
/// + 1000 times.
constexpr double sum_of_roles = (0.5 + 2 * 2 + 1.5) + 10 * (0 + 2 * 0 + 2) + 1000 * (1 + 2 * 7 + 1);

/// The value that a learner predicts for a row when it is trained on these.
inline double value_of_roles(const Spec& spec)
{
    const auto data = with_roles();
    const std::vector<std::uint32_t> counts = {1, 2, 0, 1};
    RowSetStorage storage;
    const auto train = storage.from_counts(counts);
    const std::vector<Row> rows = {2};
    const std::size_t variants[] = {0};
    return prepare(data, {spec.print()})->evaluate(task(train, rows), variants).at(0).value.at(0);
}

class Programs : public testing::Test {
protected:
    Programs() { ::setenv("TMPDIR", folder().c_str(), 1); }
    ~Programs() override
    {
        if (before_.empty())
            ::unsetenv("TMPDIR");
        else
            ::setenv("TMPDIR", before_.c_str(), 1);
    }

    void TearDown() override
    {
        EXPECT_TRUE(std::filesystem::is_empty(folder())) << "files are left in " << folder();
        EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1) << "a process is left";
        EXPECT_EQ(errno, ECHILD);
    }

    /// A folder of the test's own, with a blank and a quote in its name; temporary files go to folder().
    std::filesystem::path folder() const
    {
        const std::filesystem::path path = home_.path("it's a folder");
        std::filesystem::create_directories(path);
        return path;
    }
    std::filesystem::path home() const { return home_.path("."); }

    static Spec command(const std::string& key, const std::vector<std::string>& words)
    {
        return Spec("command").set(key, join_words(words)).set("timeout", "20s");
    }

    /// A fit on all rows that predicts rows 0 to 4; throws LearnerError.
    static Predictions predict(const Dataset& data, const Spec& spec)
    {
        return trained_on_all(data, spec.print(), row_range(0, 5));
    }

    /// `code: text` of the fit's failure.
    static std::string failure(const Dataset& data, const Spec& spec)
    {
        try {
            predict(data, spec);
        } catch (const LearnerError& e) {
            return e.code() + ": " + e.what();
        }
        return "none";
    }

private:
    TemporaryFolder home_;
    std::string before_ = std::getenv("TMPDIR") != nullptr ? std::getenv("TMPDIR") : "";
};

} // namespace unseen::test
