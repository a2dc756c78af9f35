// unseen report: results as one HTML page.
#include "commands.hpp"
#include "common.hpp"

#include "unseen/base/error.hpp"
#include "unseen/report/page.hpp"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

namespace unseen::cli {

namespace {

std::string whole_text(const std::string& path)
{
    std::ifstream file;
    if (path != "-") {
        file.open(path, std::ios::binary);
        const bool folder = std::filesystem::is_directory(path);
        if (!file || folder) throw IoError(path + ": cannot be read: " + std::strerror(folder ? EISDIR : errno));
    }
    return {std::istreambuf_iterator<char>(path == "-" ? std::cin : file), {}};
}

struct ReportCommand {
    std::vector<std::string> files;
    std::string output;

    void declare(Arguments& arguments)
    {
        arguments.positionals("FILE", files, "answers in JSON, as --format json prints them; one page shows them all");
        arguments.output("--output", output, "the file of the page; it is replaced");
    }

    int run() const
    {
        require(!files.empty(), "no file of results; expected: unseen report RESULT.json... --output FILE.html");
        require(!output.empty(), "--output is missing: expected the file of the page, as --output report.html");
        std::vector<PageResult> results;
        for (const auto& file : files)
            results.push_back({.json = whole_text(file), .source = file == "-" ? "standard input" : file});
        const auto page = html_page(results, as_option);
        Output out(output);
        out.write(page);
        out.finish();
        return 0;
    }
};

} // namespace

Command report_command()
{
    return command(
        "report", "show results as one HTML page with tables and pictures, which needs no other file and no network",
        "Examples:\n"
        "  unseen estimate data/iris.csv --learner tree --learner knn --format json > result.json\n"
        "  unseen report result.json --output report.html\n"
        "  unseen estimate data/iris.csv --learner tree --report report.html    # the same, with the command in the page",
        std::make_shared<ReportCommand>());
}

} // namespace unseen::cli
