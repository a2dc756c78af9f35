// Files as people's programs write them, each with what it must become. One row of the table for each file:
// its bytes, and the columns that they are. The right answers are those of the programs that wrote the files.
#include "support/messages.hpp"
#include "unseen/base/number.hpp"
#include "unseen/read/reader.hpp"

#include <gtest/gtest.h>

#include <ostream>
#include <string>

using namespace unseen;

namespace {

/// What a table is: for each column its name, = for numbers or : for categories, and its cells; "|" between
/// columns.
std::string shown(const Table& table)
{
    std::string text;
    for (const auto& column : table.columns) {
        text += (text.empty() ? "" : " | ") + column.name + (column.is_numeric() ? "=" : ":");
        for (std::size_t r = 0; r < column.rows(); ++r)
            text += (r == 0 ? "" : " ") + (column.missing(r) ? "?" : column.text(r));
    }
    return text;
}

struct File {
    std::string program; ///< and what is special
    std::string bytes;
    std::string columns;
    std::string note{}; ///< a part of one of its notes; empty: it has none
    std::string name = "f.csv";
};

std::ostream& operator<<(std::ostream& out, const File& file) { return out << file.program; }

/// ASCII as Excel writes Unicode: UTF-16, the lower byte first, with its mark.
std::string utf16(const std::string& text)
{
    std::string bytes = "\xff\xfe";
    for (const char c : text) {
        bytes += c;
        bytes += '\0';
    }
    return bytes;
}

const File files[] = {
    {"pandas to_csv, with its index", ",x,y\n0,1.5,a\n1,2.5,b\n", "V1=0 1 | x=1.5 2.5 | y:a b",
     "column 1 has no name, is called V1 and is taken for the names of the rows"},
    {"pandas to_csv(index=False), missing cells", "x,y\n1.5,a\n,b\n", "x=1.5 ? | y:a b"},
    {"R write.csv, with row names", "\"\",\"x\",\"y\"\n\"1\",1.5,\"a\"\n\"2\",NA,\"b\"\n",
     "V1=1 2 | x=1.5 ? | y:a b", "is taken for the names of the rows"},
    {"Excel in English", "x,y\r\n1.5,a\r\n2,b\r\n", "x=1.5 2 | y:a b"},
    {"Excel, UTF-8 with its mark", "\xef\xbb\xbfx,y\r\n1,a\r\n2,b\r\n", "x=1 2 | y:a b"},
    {"a registry: ids with leading zeros", "id,y\n01,a\n1,b\n001,a\n", "id=01 1 001 | y:a b a"},
    {"a database: keys of 64 bits", "id,y\n9007199254740993,a\n9007199254740992,b\n",
     "id=9007199254740993 9007199254740992 | y:a b"},
    {"a phone's log: serial numbers of 20 digits", "sim,y\n89358010000000000071,a\n89358010000000000072,b\n",
     "sim=89358010000000000071 89358010000000000072 | y:a b"},
    {"quoted keys of 64 bits", "id,y\n\"9007199254740993\",a\n\"7\",b\n", "id=9007199254740993 7 | y:a b"},
    {"numbers that are not names keep their shortest text", "x,y\n0.50,a\n-0.0,b\n1e3,b\n",
     "x=0.5 0 1000 | y:a b b"},
    {"WEKA: numeric keys of 64 bits",
     "@relation r\n@attribute id numeric\n@attribute y {a,b}\n@data\n9007199254740993,a\n07,b\n",
     "id=9007199254740993 07 | y:a b", "", "f.arff"},
    {"SVMlight: queries of 64 bits", "1 qid:9007199254740993 1:1\n0 qid:9007199254740992 1:2\n",
     "V1=1 2 | qid=9007199254740993 9007199254740992 | label=1 0", "qid is not a feature", "f.svm"},

    // Separators and first lines.
    {"Excel: a line sep=;", "sep=;\nOne;Two;cls\n1;2;a\n5;6;b\n", "One=1 5 | Two=2 6 | cls:a b",
     "the first line names the separator ';' and is no row"},
    {"Excel: a quoted line sep=, with CR LF", "\"sep=,\"\r\nx,y\r\n1,a\r\n", "x=1 | y:a",
     "the separator ','"},
    {"Excel: a line that names the tab", "sep=\t\nx\ty\n1\ta\n", "x=1 | y:a", "names the separator"},
    {"Excel: empty last column", "A|B|C|\n1|4|x|\n2|5|y|\n", "A=1 2 | B=4 5 | C:x y",
     "column 4 has no name and no value, and is left out"},
    {"R write.table(sep = \",\")", "\"a\",\"y\"\n\"1\",0.1,\"u\"\n\"2\",0.2,\"v\"\n\"3\",0.3,\"u\"\n",
     "V1=1 2 3 | a=0.1 0.2 0.3 | y:u v u", "is taken for the names of the rows"},
    {"R write.table()", "\"a\" \"y\"\n\"1\" 0.1 \"u\"\n\"2\" 0.2 \"v\"\n\"3\" 0.3 \"u\"\n",
     "V1=1 2 3 | a=0.1 0.2 0.3 | y:u v u", "separator: blanks"},
    {"R write.table(row.names = FALSE)", "\"a\" \"y\"\n0.1 \"u v\"\n0.2 \"v\"\n", "a=0.1 0.2 | y:u v v",
     "separator: blanks"},
    {"UCI: columns in blanks", "  18.0   8   307.0  a\n  15.0   8   350.0  b\n  18.0   8   318.0  a\n",
     "V1=18 15 18 | V2=8 8 8 | V3=307 350 318 | V4:a b a", "separator: blanks"},
    {"LibreOffice: tabs", "x\ty\n1\ta\n2\tb\n", "x=1 2 | y:a b", "separator: tab"},
    {"one column of names with blanks", "name\nAnn Lee\nJohn Doe\nMax Roe\n",
     "name:Ann Lee John Doe Max Roe"},

    {"comments above the header", "# made by a lab\n# in 2024\nx,y\n1,a\n# wrong\n2,b\n", "x=1 2 | y:a b",
     "the first 2 lines begin with # and are no rows"},
    {"NumPy savetxt with a header", "# x y\n1.0 2.0\n3.0 4.0\n5.0 6.0\n", "x=1 3 5 | y=2 4 6",
     "the first line, which begins with #, is the header"},
    {"a genome browser: a header that begins with #", "##version 4\n#pos\tx\n1\t5\n2\t6\n", "pos=1 2 | x=5 6",
     "but for the last, which is the header"},
    {"a first name with #", "#id,y\n1,a\n2,b\n", "#id=1 2 | y:a b"},
    {"an instrument: units below the names", "t,x,y\ns,m,kind\n1,2,a\n2,3,b\n3,4,a\n",
     "t_s=1 2 3 | x_m=2 3 4 | y_kind:a b a",
     "the first two lines are taken for the header, so that columns are called 't_s', 'x_m'"},
    {"pandas: columns of two levels", "a,a,b\nx,y,x\n1,2,3\n4,5,6\n7,8,9\n",
     "a_x=1 4 7 | a_y=2 5 8 | b_x=3 6 9", "the first two lines"},
    {"Excel: names over several columns", "2019 a,,y\nx,z,\n1,2,u\n4,5,v\n7,8,u\n",
     "2019 a_x=1 4 7 | 2019 a_z=2 5 8 | y:u v u", "the first two lines"},
    {"SQL: a join with two columns of one name", "x,y,x\n1,a,3\n2,b,4\n", "x=1 2 | y:a b | x_2=3 4",
     "column 3 is called 'x' as one before it, and is called 'x_2' here"},
    {"KNIME: row ids", "\"row ID\",\"x\",\"y\"\n\"Row0\",1,\"a\"\n\"Row1\",2,\"b\"\n",
     "row ID:Row0 Row1 | x=1 2 | y:a b", "column 'row ID' is taken for the names of the rows"},
    {"Orange: tab", "x\tz\ty\nc\tc\td\n\t\tclass\n1\t2\ta\n3\t4\tb\n5\t6\ta\n", "x=1 3 5 | z=2 4 6 | y:a b a",
     "they declare column 'y' the target", "f.tab"},
    {"SPSS: labels, and a blank for missing", "id;sex;age\r\n1;male;23\r\n2;female; \r\n",
     "id=1 2 | sex:male female | age=23 ?", "separator ';'"},
    {"Stata: export delimited", "make,price,foreign\n\"AMC Concord\",4099,Domestic\n\"Fiat\",4296,Foreign\n",
     "make:AMC Concord Fiat | price=4099 4296 | foreign:Domestic Foreign"},
    {"Kaggle: names with commas",
     "Id,Survived,Name\n1,0,\"Braund, Mr. \"\"Owen\"\"\"\n2,1,\"Heikkinen, Miss\"\n",
     "Id=1 2 | Survived=0 1 | Name:Braund, Mr. \"Owen\" Heikkinen, Miss"},
    {"a portal of a government: all cells in quotes",
     "\xef\xbb\xbf\"Jahr\";\"Wert\"\r\n\"2020\";\"1.234,5\"\r\n\"2021\";\"7,25\"\r\n",
     "Jahr=2020 2021 | Wert=1234.5 7.25", "decimals after ','"},

    // Encodings.
    {"Excel in German: Windows-1252",
     "Gr\xf6\xdf"
     "e;Stadt\n1;K\xf6ln\n2;M\xfcnchen\n",
     "Gr\xc3\xb6\xc3\x9f"
     "e=1 2 | Stadt:K\xc3\xb6ln M\xc3\xbcnchen",
     "the file is not UTF-8, and is read as windows-1252"},
    {"Excel: text in Unicode", utf16("x\ty\n1\ta\n2\tb\n"), "x=1 2 | y:a b", "is read as utf-16"},
    {"Excel in Chinese: GBK",
     "\xb3\xc7\xca\xd0,y\n\xb1\xb1\xbe\xa9,1\n\xc9\xcf\xba\xa3,2\n\xb9\xe3\xd6\xdd,3\n",
     "\xe5\x9f\x8e\xe5\xb8\x82:\xe5\x8c\x97\xe4\xba\xac \xe4\xb8\x8a\xe6\xb5\xb7 "
     "\xe5\xb9\xbf\xe5\xb7\x9e | y=1 2 3",
     "is read as gb18030"},
    {"Excel in Japanese: Shift-JIS",
     "\x93s\x8es,y\n\x93\x8c\x8b\x9e,1\n\x91\xe5\x8d\xe3,2\n\x96\xbc\x8c\xc3\x89\xae,3\n",
     "\xe9\x83\xbd\xe5\xb8\x82:\xe6\x9d\xb1\xe4\xba\xac \xe5\xa4\xa7\xe9\x98\xaa "
     "\xe5\x90\x8d\xe5\x8f\xa4\xe5\xb1\x8b | y=1 2 3",
     "is read as shift_jis"},

    // Numbers in common dress.
    {"a laboratory: limits of detection", "x,y\n<0.5,a\n0.7,b\n1.25,a\n> 100,b\n3,a\n",
     "x=0.5 0.7 1.25 100 3 | y:a b a b a",
     "column 'x': cells such as '<0.5' are read as numbers (those with < or > as the limit itself)"},
    {"age groups", "x,y\n<30,a\n>=30,b\n<30,a\n", "x:<30 >=30 <30 | y:a b a"},
    {"a recipe: fractions", "x,y\n1/2,a\n2 3/4,b\n3,a\n-1/4,b\n", "x=0.5 2.75 3 -0.25 | y:a b a b",
     "are read as numbers (as fractions)"},
    {"blood pressures are pairs", "x,y\n120/80,a\n130/85,b\n", "x:120/80 130/85 | y:a b"},
    {"Excel in English: thousands", "x,y\n\"1,694.96\",a\n-235.14,b\n\"4,802.80\",c\n",
     "x=1694.96 -235.14 4802.8 | y:a b c",
     "column 'x': cells such as '1,694.96' are read as numbers (thousands separated by ',')"},
    {"Excel in English: millions", "x,y\n\"1,694,960\",a\n12,b\n", "x=1694960 12 | y:a b",
     "thousands separated by ','"},
    {"Excel in German: thousands and a comma", "x;y\n25.526,03;a\n7,5;b\n-3;c\n",
     "x=25526.03 7.5 -3 | y:a b c", "thousands separated by '.', decimals after ','"},
    {"Excel in French: no-break blanks",
     "x;y\n9\xc2\xa0"
     "820;a\n22\xe2\x80\xaf"
     "355;b\n798;c\n",
     "x=9820 22355 798 | y:a b c", "thousands separated by ' '"},
    {"Excel in French: blanks and a comma", "x;y\n1 234,5;a\n12,25;b\n", "x=1234.5 12.25 | y:a b",
     "decimals after ','"},
    {"Excel in Swiss German", "x;y\n1'234.5;a\n12;b\n", "x=1234.5 12 | y:a b", "thousands separated by"},
    {"Excel in German: decimal commas", "x;z;y\n16,9;1,250;a\n7;0,5;b\n-3,25;2,000;a\n",
     "x=16.9 7 -3.25 | z=1.25 0.5 2 | y:a b a", "numbers have a decimal comma"},
    {"R: write.csv2", "\"\";\"x\";\"y\"\n\"1\";1,113;\"a\"\n\"2\";4,5E-02;\"b\"\n",
     "V1=1 2 | x=1.113 0.045 | y:a b", "numbers have a decimal comma"},
    {"a logger: decimal commas without a header", "12,5;3,25;a\n13,5;4,75;b\n14,5;5,25;a\n",
     "V1=12.5 13.5 14.5 | V2=3.25 4.75 5.25 | V3:a b a", "no header (the first row holds a number"},
    {"a logger: decimal commas between tabs", "12,5\t3,25\ta\n13,5\t4,75\tb\n14,5\t5,25\ta\n",
     "V1=12.5 13.5 14.5 | V2=3.25 4.75 5.25 | V3:a b a", "numbers have a decimal comma"},
    {"a logger: decimal commas between blanks", "12,5 3,25 a\n13,5 4,75 b\n14,5 5,25 a\n",
     "V1=12.5 13.5 14.5 | V2=3.25 4.75 5.25 | V3:a b a", "separator: blanks"},
    {"names with as many commas as the numbers", "x, links;z, rechts;y\n1,5;2,25;a\n3,5;4,75;b\n",
     "x, links=1.5 3.5 | z, rechts=2.25 4.75 | y:a b", "separator ';'"},
    {"persons with a comma in each row", "name, vorname;klasse\nSmith, J.;a\nMiller, K.;b\n",
     "name, vorname:Smith, J. Miller, K. | klasse:a b", "separator ';'"},
    {"a statistical office: points of thousands beside a decimal comma",
     "Ort;Einwohner;Dichte\nA;1.204;12,5\nB;985;3,75\nC;24.310;8,25\n",
     "Ort:A B C | Einwohner=1204 985 24310 | Dichte=12.5 3.75 8.25", "thousands separated by '.'"},
    {"decimal points, and a list with a comma", "x;list\n1.25;1,5\n2.5;3,5\n", "x=1.25 2.5 | list=1.5 3.5",
     "column 'list': cells such as '1,5' are read as numbers (decimals after ',')"},
    {"a logger: units below the names, decimal commas", "t;T;p\ns;C;bar\n1,0;2,5;3\n2,0;3,5;4\n3,0;4,5;5\n",
     "t_s=1 2 3 | T_C=2.5 3.5 4.5 | p_bar=3 4 5", "the first two lines are taken for the header"},
    {"UCI: categories without a header", "p,x,s\ne,x,s\ne,b,y\np,b,s\n",
     "V1:p e e p | V2:x x b b | V3:s s y s", "no header ('p' in the first row is a cell like those below it"},
    {"a sensor: dates without a header", "2024-05-02,N1,b\n2024-05-03,N2,a\n2024-05-04,N3,b\n",
     "V1=2024-05-02 2024-05-03 2024-05-04 | V2:N1 N2 N3 | V3:b a b", "no header ('2024-05-02'"},
    {"percent signs and times of day without a header", "3%,10:01\n4%,10:02\n5%,10:03\n",
     "V1=3 4 5 | V2:10:01 10:02 10:03", "no header ('3%'"},
    {"dates as names of columns", "id,2020-01-01,2020-01-02\na,1,2\nb,3,4\n",
     "id:a b | 2020-01-01=1 3 | 2020-01-02=2 4"},
    {"separators behind each row but not the header", "a,b,y\n1,2,p,\n3,4,q,\n5,6,p,\n",
     "a=1 3 5 | b=2 4 6 | y:p q p", "column 4 has no name and no value, and is left out"},
    {"months of years", "m,y\n01/2023,a\n11/2023,b\n02/2024,a\n", "m=01/2023 11/2023 02/2024 | y:a b a",
     "dates such as '01/2023'"},
    {"Excel: a line end in a name", "\"Size\n(cm)\",y\n1,a\n2,b\n", "Size (cm)=1 2 | y:a b"},
    {"one day that does not exist",
     "d,y\n2024-06-21,a\n2024-06-22,b\n2024-06-23,a\n2024-06-24,b\n2024-06-25,a\n2024-06-26,b\n2024-06-27,a\n"
     "2024-06-28,b\n2024-06-29,a\n2024-06-30,b\n2024-06-31,a\n",
     "d:2024-06-21 2024-06-22 2024-06-23 2024-06-24 2024-06-25 2024-06-26 2024-06-27 2024-06-28 2024-06-29 "
     "2024-06-30 2024-06-31 | y:a b a b a b a b a b a",
     "12:1: cell '2024-06-31' is the only text in column 'd', whose 10 other cells are dates"},
    {"UCI: blanks between numbers, a tab before the name",
     "18 8 307\tchevrolet\n15 8 350\tbuick\n16 8 304\tamc\n",
     "18 8 307:15 8 350 16 8 304 | chevrolet:buick amc",
     "cells such as '15 8 350' hold several numbers: the file may have another separator"},
    {"SQL: single quotes", "x,y\n1,'a'\n2,'b'\n3,'a'\n", "x=1 2 3 | y:'a' 'b' 'a'",
     "keep their single quotes"},
    {"messages: a quote that opens a cell and is closed lines later",
     "label\ttext\nham\tok\nspam\t\"win now\nham\tsee you\nspam\tcall me\"\nham\tfine\nham\tyes\n",
     "label:ham spam ham ham | text:ok win now\nham\tsee you\nspam\tcall me fine yes",
     "1 cell holds whole lines between quotes"},
    {"one percent sign", "x\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n33%\n", "x:1 2 3 4 5 6 7 8 9 10 33%",
     "12:1: cell '33%' is the only text in column 'x'"},
    {"lists in cells of a table with commas", "x,y\n\"1,2\",a\n\"3,15\",b\n", "x:1,2 3,15 | y:a b",
     "holds numbers with a decimal comma"},
    {"SPSS: dates and system-missing values", "day,x,y\n04-SEP-2020,1.5,Low\n31-Jan-2021,#NULL!,High\n",
     "day=04-SEP-2020 31-Jan-2021 | x=1.5 ? | y:Low High", "dates such as '04-SEP-2020'"},
    {"SAS: dates and times", "d,t,y\n01JAN2020,01JAN2020:12:30:00,a\n02FEB2020,02FEB2020:00:30:00,b\n",
     "d=01JAN2020 02FEB2020 | t=01JAN2020:12:30:00 02FEB2020:00:30:00 | y:a b", "dates such as '01JAN2020'"},
    {"letters: dates in words", "d,y\n\"March 5, 2020\",a\n\"May 10, 2020\",b\n",
     "d=March 5, 2020 May 10, 2020 | y:a b", "dates such as 'March 5, 2020'"},
    {"Excel in America: half days", "d,y\n1/15/2020 12:20 AM,a\n1/16/2020 1:05 PM,b\n",
     "d=1/15/2020 12:20 AM 1/16/2020 1:05 PM | y:a b", "dates such as '1/15/2020 12:20 AM'"},
    {"Orange: types in one line", "C#x\tD#kind\tcD#y\n1\t1\ta\n2\t2\tb\n", "x=1 2 | kind:1 2 | y:a b",
     "they declare column 'y' the target", "f.tab"},
    {"Orange: tab, categories written as numbers",
     "x\tkind\ty\ncontinuous\tdiscrete\tdiscrete\n\t\tclass\n1\t1\t0\n3\t2\t1\n", "x=1 3 | kind:1 2 | y:0 1",
     "they declare column 'y' the target", "f.tab"},
    {"one text beside many numbers, however often",
     "x\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n19\n20\nrefused\nrefused\nrefused\n",
     "x:1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 refused refused refused",
     "22:1: 3 cells ('refused'; lines 22, 23, 24) are texts in column 'x'"},
    {"units behind all numbers", "x,y\n0.2 kg,a\n1 kg,b\n12.5 kg,a\n3 kg,b\n4 kg,a\n,b\n",
     "x:0.2 kg 1 kg 12.5 kg 3 kg 4 kg ? | y:a b a b a b", "`numeric=x` reads them without it"},
    {"two units are no numbers", "x,y\n1 kg,a\n2 kg,b\n300 g,a\n4 kg,b\n5 kg,a\n",
     "x:1 kg 2 kg 300 g 4 kg 5 kg | y:a b a b a"},
    {"few numbers with letters may be classes", "x,y\n1st,a\n2st,b\n3st,a\n", "x:1st 2st 3st | y:a b a"},
    {"thousands in quotes, where commas separate cells", "x,y\n\"50,000\",a\n\"7,125\",b\n900,a\n",
     "x=50000 7125 900 | y:a b a", "thousands separated by ','"},
    {"fractions and other ratios", "x,y\n1/2,a\n1/4,b\n3/4,a\n3/2,b\n", "x:1/2 1/4 3/4 3/2 | y:a b a b",
     "column 'x' is taken for categories: most cells are numbers such as '1/2', and '3/2' is none"},
    {"a comma that may be either is left alone", "x;y\n1,234;a\n2,345;b\n", "x:1,234 2,345 | y:a b",
     "holds numbers with a decimal comma"},
    {"one mark of thousands decides for others", "x;y\n1,234,567;a\n2,345;b\n", "x=1234567 2345 | y:a b",
     "thousands"},
    {"Word: the minus of typography",
     "x,y\n\xe2\x88\x92"
     "0.16,a\n0.47,b\n",
     "x=-0.16 0.47 | y:a b",
     "cells such as '\xe2\x88\x92"
     "0.16'"},
    {"a survey: percent", "x,y\n0.3%,a\n-4.3 %,b\n", "x=0.3 -4.3 | y:a b", "(in percent)"},
    {"percent in some cells only", "x,y\n0.3%,a\n4,b\n", "x:0.3% 4 | y:a b"},
    {"a shop: dollars", "x,y\n$1.61,a\n-$0.05,b\n\"$1,200.00\",c\n", "x=1.61 -0.05 1200 | y:a b c", "in $"},
    {"a bank: amounts in EUR", "x;y\n5 EUR;a\n1.250,00 EUR;b\n", "x=5 1250 | y:a b", "in EUR"},
    {"two currencies are no numbers",
     "x,y\n$5,a\n\xe2\x82\xac"
     "5,b\n",
     "x:$5 \xe2\x82\xac"
     "5 | y:a b"},
    {"accounting: negative in parentheses", "x,y\n(1.50),a\n2.00,b\n", "x=-1.5 2 | y:a b", "in another form"},
    {"numbered in parentheses: labels", "x,y\n(1),a\n(2),b\n", "x:(1) (2) | y:a b"},
    {"SAP: the minus behind", "x,y\n0.274-,a\n0.001,b\n", "x=-0.274 0.001 | y:a b", "in another form"},
    {"Fortran: exponents with D", "x,y\n1.2302D+02,a\n-2.7414D+04,b\n", "x=123.02 -27414 | y:a b",
     "in another form"},
    {"names such as 1D5 stay names", "x,y\n1D5,a\n2D7,b\n", "x:1D5 2D7 | y:a b"},
    {"dates that begin with the day", "x,y\n12.05.2024,a\n13.05.2024,b\n", "x=12.05.2024 13.05.2024 | y:a b",
     "column 'x': dates such as '12.05.2024' are read as numbers of days since 1970"},
    {"pandas: dates", "x,y\n2024-01-05,a\n,b\n2024-01-07,b\n", "x=2024-01-05 ? 2024-01-07 | y:a b b",
     "dates such as '2024-01-05'"},
    {"SQL: times", "x,y\n2024-01-05 18:30:05,a\nNULL,b\n", "x=2024-01-05 18:30:05 ? | y:a b",
     "dates such as"},
    {"Excel in America: dates", "x,y\n5/31/2024,a\n6/1/2024,b\n", "x=5/31/2024 6/1/2024 | y:a b",
     "dates such as"},
    {"dates that may begin with either", "x,y\n5/6/2024,a\n6/7/2024,b\n", "x:5/6/2024 6/7/2024 | y:a b"},
    {"WEKA: dates",
     "@relation r\n@attribute d date 'yyyy-MM-dd'\n@attribute y {a,b}\n@data\n'2024-01-05',a\n?,b\n",
     "d=2024-01-05 ? | y:a b", "", "f.arff"},
    {"telephone numbers with zeros stay texts", "x,y\n030 123 456,a\n040 123 456,b\n",
     "x:030 123 456 040 123 456 | y:a b"},
    {"sizes with units stay texts", "x,y\n5 kg,a\n7 kg,b\n", "x:5 kg 7 kg | y:a b"},

    // Missing cells of the usual programs.
    {"SQL", "x,y\n1,a\nNULL,b\n2,NULL\n", "x=1 ? 2 | y:a b ?",
     "column 'y': 1 cell with 'NULL' is taken for missing"},
    {"pandas, nullable types", "x,flag\n1,True\n<NA>,<NA>\n2,False\n", "x=1 ? 2 | flag:True ? False",
     "'<NA>'"},
    {"Python, None among True and False", "flag\nTrue\nNone\nFalse\n", "flag:True ? False", "'None'"},
    {"Stata: a point, and .a to .z", "x,y\n1,a\n.,b\n.a,c\n", "x=1 ? ? | y:a b c", "'.', '.a'"},
    {"WEKA: predictions, an unknown class",
     "inst#,actual,predicted\n1,1:no,1:no\n2,1:?,2:yes\n3,2:yes,1:no\n",
     "inst#=1 2 3 | actual:1:no ? 2:yes | predicted:1:no 2:yes 1:no", "'1:?'"},
    {"Excel: #N/A", "x,y\n1,a\n#N/A,#N/A\n", "x=1 ? | y:a ?", "'#N/A'"},
    {"none is a category among others", "drug,y\nnone,a\naspirin,b\n", "drug:none aspirin | y:a b"},
    {"Excel: two errors among numbers",
     "x\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n19\n20\n#DIV/0!\n#DIV/0!\n",
     "x:1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 #DIV/0! #DIV/0!",
     "22:1: 2 cells ('#DIV/0!'; lines 22, 23) are texts in column 'x', whose 20 other cells are numbers; "
     "`missing=,?,NA,NaN,#DIV/0!` takes them for missing"},
    {"digits and X are labels", "x\n1\n2\n3\n1\n2\n3\n1\n2\n3\n1\n2\n3\n1\n2\n3\n1\n2\n3\n1\n2\n3\nX\nX\n",
     "x:1 2 3 1 2 3 1 2 3 1 2 3 1 2 3 1 2 3 1 2 3 X X"},
};

class PeoplesFiles : public testing::TestWithParam<File> {};

} // namespace

TEST_P(PeoplesFiles, BecomeTheirColumns)
{
    const auto& file = GetParam();
    const auto table = parse_table(file.bytes, file.name);
    EXPECT_EQ(shown(table), file.columns);
    std::string notes;
    for (const auto& note : table.notes) notes += note + "\n";
    for (const auto& odd : table.odd_cells) notes += odd.what + "\n";
    EXPECT_TRUE(file.note.empty() ? notes.empty() : notes.find(file.note) != std::string::npos) << notes;
}

INSTANTIATE_TEST_SUITE_P(All, PeoplesFiles, testing::ValuesIn(files));

TEST(PeoplesFiles, WithATitleSayHowToLeaveItOut)
{
    const auto refused = [](const std::string& bytes) {
        return test::message_of([&] { parse_table(bytes, "f.csv"); });
    };
    EXPECT_EQ(refused("Results of 2024\n\nx;y\n1;a\n2;b\n3;a\n"),
              "f.csv:1:1: the line has 1 cell, and the rows below it have 2; expected a header, or a first "
              "row like "
              "the others; `skip=2` leaves out a title or a comment");
    EXPECT_EQ(
        refused("Results\nof 2024; a lab; all\nx;y\n1;a\n2;b\n3;a\n"),
        "f.csv:1:1: the first 2 lines have other numbers of cells than the rows below them, 2; expected a "
        "header, or a first row like the others; `skip=2` leaves out a title or a comment");
    // Lines of another form below, such as a source, make the rows no worse; they are blamed themselves.
    EXPECT_NE(refused("Results of 2024\n\nx;y;z\n1;a;2\n2;b;2\n3;a;1\nSource: us\n")
                  .find("f.csv:1:1: the line has 1 cell"),
              std::string::npos);
    EXPECT_EQ(refused("Results of 2024,,\n,,\nx,y,z\n1,a,2\n2,b,3\n"),
              "f.csv:1:1: the line has 1 cell that is not empty, and the rows below it have more; expected a "
              "header; `skip=2` leaves out a title, `header=yes` takes the line for the header");
    EXPECT_EQ(shown(parse_table("Results of 2024,,\n,,\nx,y,z\n1,a,2\n2,b,3\n", "f.csv", {.skip = 2})),
              "x=1 2 | y:a b | z=2 3");
    EXPECT_EQ(shown(parse_table("Results\nof 2024; a lab; all\nx;y\n1;a\n2;b\n", "f.csv", {.skip = 2})),
              "x=1 2 | y:a b");
    EXPECT_EQ(shown(parse_table("x,y\n1,a\n% note\n2,b\n", "f.csv", {.comment = '%'})), "x=1 2 | y:a b");
}

TEST(PeoplesFiles, InOtherEncodingsAreReadAsTheyAreNamed)
{
    const std::string bytes = "x,y\n1,\xe4\n2,b\n";
    EXPECT_EQ(shown(parse_table(bytes, "f.csv", {.encoding = "windows-1252"})), "x=1 2 | y:\xc3\xa4 b");
    EXPECT_EQ(shown(parse_table(bytes, "f.csv", {.encoding = "koi8-r"})), "x=1 2 | y:\xd0\x94 b");
    EXPECT_EQ(test::message_of([&] { parse_table(bytes, "f.csv", {.encoding = "nothing"}); }),
              "`encoding`: 'nothing' is not known; expected a name such as windows-1252");
    EXPECT_EQ(test::message_of([&] { parse_table(bytes, "f.csv", {.encoding = "utf-8"}); }),
              "f.csv: is not UTF-8; name its encoding with `encoding`, as windows-1252");
    // The first byte that is not ASCII stands behind many rows.
    std::string late = "x,y\n";
    for (int i = 0; i < 100'000; ++i) late += "1,a\n";
    const auto table = parse_table(late + "2,caf\xe9\n", "f.csv");
    EXPECT_EQ(table.columns[1].text(100'000), "caf\xc3\xa9");
    EXPECT_FALSE(table.notes.empty());
}
