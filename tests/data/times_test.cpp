// Dates as numbers that ascend with time. Oracle: seconds since 1970 as `date -u -d ... +%s` gives them.
#include "data/times.hpp"
#include "support/messages.hpp"
#include "unseen/read/reader.hpp"

#include <gtest/gtest.h>

using namespace unseen;

namespace {

std::vector<double> times(const std::vector<std::string>& cells)
{
    CodedColumn coded;
    for (const auto& cell : cells)
        coded.codes.push_back(cell.empty() ? -1 : static_cast<std::int32_t>(coded.labels.add(cell)));
    return times_of({"t", coded});
}

std::string refusal(const std::vector<std::string>& cells)
{
    return test::message_of([&] { times(cells); });
}

} // namespace

TEST(Times, IsoDatesAreSecondsSince1970)
{
    EXPECT_EQ(times({"1970-01-01", "2024-02-29", "2024/5/31", "1969-12", "0001-01-01"}),
              (std::vector<double>{0, 1709164800, 1717113600, -2678400, -62135596800}));
    EXPECT_EQ(times({"2024-05-31 18:30", "2024-05-31T18:30:05.25"}),
              (std::vector<double>{1717180200, 1717180205.25}));
    EXPECT_EQ(times({"2024-05-31T18:30:00Z", "2024-05-31T18:30+02:00", "2024-05-31 18:30:00-0330"}),
              (std::vector<double>{1717180200, 1717173000, 1717192800}));
    EXPECT_TRUE(std::isnan(times({"2024-05-31", ""})[1]));
    EXPECT_EQ(times_of({"t", NumericColumn{{3, 1}}}), (std::vector<double>{3, 1}));
}

TEST(Times, WholeNumbersOf64BitsKeepTheirOrder)
{
    const auto column = parse_table("t\n1577134800018226902\n1577134800018226901\nNA\n", "f").columns.front();
    ASSERT_TRUE(column.is_numeric());
    const auto moments = times_of(column);
    EXPECT_EQ(moments[0], 1);
    EXPECT_EQ(moments[1], 0);
    EXPECT_TRUE(std::isnan(moments[2]));
    EXPECT_EQ(times({"9223372036854775807", "-9223372036854775808"})[1], 0);
    EXPECT_EQ(times_of(parse_table("t\n007\n8\n", "f").columns.front()), (std::vector<double>{7, 8}));
}

TEST(Times, TheColumnDecidesWhetherTheDayComesFirst)
{
    EXPECT_EQ(times({"31/05/2024", "01/06/2024"}), times({"2024-05-31", "2024-06-01"}));
    // Names of months, as in SPSS and SAS, and half days.
    const auto two = times({"2024-05-31", "2024-09-01"});
    for (const std::vector<std::string>& texts : {std::vector<std::string>{"31-MAY-2024", "1-sep-2024"},
                                                  {"31MAY2024", "01SEP2024:00:00"},
                                                  {"31 May 2024", "1 Sept. 2024"},
                                                  {"May 31, 2024", "September 1, 2024"},
                                                  {"31/May/2024", "01/Sep/2024 12:00:00 AM"}})
        EXPECT_EQ(times(texts), two) << texts[0];
    EXPECT_EQ(times({"31-May-2024 12:05 PM", "31-May-2024 1:05pm"}),
              times({"2024-05-31 12:05", "2024-05-31 13:05"}));
    EXPECT_NE(refusal({"31-MAI-2024"}), "");
    EXPECT_NE(refusal({"2024-05-31 13:05 PM"}), "");
    EXPECT_NE(refusal({"31-Feb-2024"}), "");
    EXPECT_EQ(times({"05/31/2024", "06/01/2024"}), times({"2024-05-31", "2024-06-01"}));
    EXPECT_EQ(times({"1.6.2024"}), times({"2024-06-01"})); // points: the day first
    EXPECT_EQ(times({"2024Q1", "2024-Q3", "Q4 2024"}), times({"2024-01-01", "2024-07-01", "2024-10-01"}));
    EXPECT_EQ(times({"2024M02", "May 2024", "Dec-2024"}), times({"2024-02-01", "2024-05-01", "2024-12-01"}));
    EXPECT_NE(refusal({"2024Q5"}), "");
    EXPECT_NE(refusal({"9024Q1"}), "");
    EXPECT_EQ(times({"02/02/2024 10:00"}), times({"2024-02-02 10:00"}));
    EXPECT_NE(refusal({"01/06/2024", "02/06/2024"}).find("may begin with the day or the month"),
              std::string::npos);
    EXPECT_NE(
        refusal({"31/05/2024", "05/31/2024"}).find("begins with the month, and '31/05/2024' with the day"),
        std::string::npos);
}

TEST(Times, TextsAreRefusedAndNeverSorted)
{
    EXPECT_EQ(refusal({"2024-05-31", "spring"}), "column 't', the times: 'spring' is not a time; expected "
                                                 "numbers or dates, such as 2024-05-31, 2024-05-31 18:30, "
                                                 "2024-05-31T18:30:00Z or 31.05.2024");
    for (const std::string bad : {"2023-02-29", "2024-13-01", "2024-00-10", "31.06.2024", "1900-02-29"})
        EXPECT_NE(refusal({bad}).find("is a day that does not exist"), std::string::npos) << bad;
    for (const std::string bad :
         {"24-05-31", "2024-05-31T", "2024-05-31 25:00", "2024-05-31 1", "2024-05-31 18:30 PM", "2024",
          "2024-5-31x", "2024-05/31", "31/05/24", "-2024-05-31"})
        EXPECT_NE(refusal({bad}).find("is not a time"), std::string::npos) << bad;
    EXPECT_NE(refusal({"2024-05-31T18:30Z", "2024-05-31T18:30"}).find("has no time zone"), std::string::npos);
}
