#include "unseen/experiment/experiment.hpp"

#include "base/short_names.hpp"
#include "base/suggestion.hpp"
#include "base/whole.hpp"

#include "unseen/base/error.hpp"
#include "unseen/base/number.hpp"
#include "unseen/base/words.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <glob.h>
#include <iterator>

#define TOML_HEADER_ONLY 1
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#include <toml++/toml.h>
#pragma GCC diagnostic pop

namespace unseen {

namespace {

/// The file being read; adds the position of a node to messages.
class ExperimentFile {
public:
    ExperimentFile(std::string name, std::string folder, const OwnLearners& own)
        : name_(std::move(name)),
          folder_(std::move(folder)),
          own_(own)
    {
    }

    /// True if the spec names a learner of the user's own.
    bool own(const Spec& spec) const
    {
        return std::ranges::any_of(own_, [&](const auto& learner) { return learner->spec().name() == spec.name(); });
    }

    [[noreturn]] void fail(const toml::source_region& where, const std::string& text) const
    {
        throw InputError(name_ + ":" + std::to_string(where.begin.line) + ":" + std::to_string(where.begin.column) + ": " + text);
    }
    void expect(bool good, const toml::node& node, const std::string& text) const
    {
        if (!good) fail(node.source(), text);
    }
    /// Calls `f`, and adds the position to the InputError that it throws.
    template <class F>
    auto at(const toml::node& node, F&& f) const
    {
        try {
            return f();
        } catch (const InputError& e) {
            fail(node.source(), e.what());
        }
    }

    /// The path with ${NAME} replaced by environment variables.
    std::string resolved(const std::string& written, const toml::node& node) const
    {
        std::string path = written;
        for (std::size_t begin = 0; (begin = path.find("${", begin)) != std::string::npos;) {
            const auto end = path.find('}', begin);
            expect(end != std::string::npos, node, "'" + written + "': '${' without '}'");
            const auto name = path.substr(begin + 2, end - begin - 2);
            const char* value = std::getenv(name.c_str());
            expect(value != nullptr, node, "'" + written + "': the environment has no variable '" + name + "'");
            path.replace(begin, end + 1 - begin, value);
            begin += std::strlen(value);
        }
        return path;
    }

    /// The resolved path, relative to the folder of the file unless it is absolute.
    std::string in_folder(const std::string& written, const toml::node& node) const
    {
        const auto path = resolved(written, node);
        return path.empty() || path.front() == '/' || folder_.empty() ? path : folder_ + '/' + path;
    }

private:
    std::string name_;
    std::string folder_;
    const OwnLearners& own_;
};

bool truth_of(const ExperimentFile& file, const toml::node& node, const std::string& key)
{
    file.expect(node.is_boolean(), node, "'" + key + "' is not valid; expected true or false");
    return node.as_boolean()->get();
}

std::string text_of(const ExperimentFile& file, const toml::node& node, const std::string& key)
{
    const auto* text = node.as_string();
    file.expect(text != nullptr, node, "'" + key + "' is not valid; expected a text in quotes");
    return text->get();
}

/// A text, a whole number, a number, true or false, in the form of a spec.
std::string plain_value(const ExperimentFile& file, const toml::node& node, const std::string& key)
{
    if (const auto* text = node.as_string()) return text->get();
    if (const auto* whole = node.as_integer()) return std::to_string(whole->get());
    if (const auto* flag = node.as_boolean()) return flag->get() ? "yes" : "no";
    const auto* number = node.as_floating_point();
    file.expect(number != nullptr && std::isfinite(number->get()), node,
                "'" + key + "' is not valid; expected a text, a number, true or false");
    return shortest(number->get());
}

std::vector<std::string> texts_of(const ExperimentFile& file, const toml::node& node, const std::string& key)
{
    const auto* array = node.as_array();
    file.expect(array != nullptr, node, "'" + key + "' is not valid; expected a list of texts, [\"...\", \"...\"]");
    std::vector<std::string> texts;
    for (const auto& item : *array) texts.push_back(text_of(file, item, key));
    return texts;
}

std::vector<Spec> specs_of(const ExperimentFile& file, const toml::node& node, const std::string& key)
{
    std::vector<Spec> specs;
    const auto texts = texts_of(file, node, key);
    for (std::size_t i = 0; i < texts.size(); ++i)
        specs.push_back(file.at((*node.as_array())[i], [&] { return Spec::parse(texts[i]); }));
    return specs;
}

/// A key of a table, what its value is and means, and a function that stores it in a T.
template <class T>
struct Key {
    std::string name;
    std::string value;
    std::string help;
    void (*read)(const ExperimentFile&, const toml::node&, const std::string& key, T&);
};

/// Reads the keys of a table in the order of the file.
template <class T>
void read_table_keys(const ExperimentFile& file, const toml::table& table, const std::vector<Key<T>>& keys,
                     const std::string& where, T& out)
{
    std::vector<std::string> names;
    for (const auto& key : keys) names.push_back(key.name);
    for (const auto& [name, node] : table) {
        const std::string text(name.str());
        const auto found = std::find(names.begin(), names.end(), text);
        if (found == names.end())
            file.fail(name.source(), "unknown key '" + text + "' " + where + "; " + suggestion(text, names, "there are: "));
        keys[static_cast<std::size_t>(found - names.begin())].read(file, node, text, out);
    }
}

/// A [[data]] table: the files, and how to read them.
struct DataTable {
    struct Path {
        std::string written;
        const toml::node* node = nullptr;
    };
    std::vector<Path> paths;
    ExperimentData common;
};

const std::vector<Key<DataTable>>& data_keys()
{
    using Node = const toml::node&;
    using Name = const std::string&;
    static const std::vector<Key<DataTable>> keys = {
        {"path", "\"FILE\" or [\"FILE\", ...]",
         "the files, relative to the experiment file; * and ? stand for any, ${NAME} for an environment variable",
         [](const ExperimentFile& f, Node n, Name k, DataTable& d) {
             if (const auto* list = n.as_array())
                 for (const auto& item : *list) d.paths.push_back({text_of(f, item, k), &item});
             else
                 d.paths.push_back({text_of(f, n, k), &n});
         }},
        {"test", "\"FILE\"", "test rows, for the estimator test",
         [](const ExperimentFile& f, Node n, Name k, DataTable& d) { d.common.test = f.in_folder(text_of(f, n, k), n); }},
        {"unlabelled", "\"FILE\", \"missing\" or a share", "unlabelled rows, for bounds",
         [](const ExperimentFile& f, Node n, Name k, DataTable& d) {
             const auto text = plain_value(f, n, k);
             const bool file = text != "missing" && !parse_number(text);
             d.common.unlabelled = file ? f.in_folder(text, n) : text;
         }},
        {"target", "\"COLUMN\"", "the column to predict (default: the last)",
         [](const ExperimentFile& f, Node n, Name k, DataTable& d) { d.common.roles.target = text_of(f, n, k); }},
        {"ignore", "[\"COLUMN\", ...]", "columns that are not features",
         [](const ExperimentFile& f, Node n, Name k, DataTable& d) { d.common.roles.ignore = texts_of(f, n, k); }},
        {"categorical", "[\"COLUMN\", ...]", "columns of categories that look like numbers",
         [](const ExperimentFile& f, Node n, Name k, DataTable& d) {
             d.common.roles.categorical = d.common.reading.categorical = texts_of(f, n, k);
         }},
        {"numeric", "[\"COLUMN\", ...]", "columns that must be numbers",
         [](const ExperimentFile& f, Node n, Name k, DataTable& d) {
             d.common.roles.numeric = d.common.reading.numeric = texts_of(f, n, k);
         }},
        {"id", "\"COLUMN\"", "the names of the rows",
         [](const ExperimentFile& f, Node n, Name k, DataTable& d) { d.common.roles.id = text_of(f, n, k); }},
        {"ordered", "[\"CLASS\", ...]", "the classes from the lowest on, or [\"@declared\"], if their order has a meaning",
         [](const ExperimentFile& f, Node n, Name k, DataTable& d) { d.common.roles.ordered = texts_of(f, n, k); }},
        {"stratum", "\"COLUMN\"", "the column to stratify by (default: the classes)",
         [](const ExperimentFile& f, Node n, Name k, DataTable& d) { d.common.roles.stratum = text_of(f, n, k); }},
        {"group", "\"COLUMN\"", "groups of dependent rows",
         [](const ExperimentFile& f, Node n, Name k, DataTable& d) { d.common.roles.group = text_of(f, n, k); }},
        {"weight", "\"COLUMN\"", "how much each row counts",
         [](const ExperimentFile& f, Node n, Name k, DataTable& d) { d.common.roles.weight = text_of(f, n, k); }},
        {"time", "\"COLUMN\"", "times, for plans that train on the past",
         [](const ExperimentFile& f, Node n, Name k, DataTable& d) { d.common.roles.time = text_of(f, n, k); }},
        {"lags", "\"1-12\"", "lags of the target as features, for forecasts of a series",
         [](const ExperimentFile& f, Node n, Name k, DataTable& d) { d.common.roles.lags = plain_value(f, n, k); }},
        {"horizon", "a whole number", "how many rows ahead is forecast (default with lags: 1)",
         [](const ExperimentFile& f, Node n, Name k, DataTable& d) {
             d.common.roles.horizon = parse_whole(plain_value(f, n, k));
             f.expect(d.common.roles.horizon.has_value(), n, "'horizon' is not valid; expected a whole number, 1 or more");
         }},
        {"known", "[\"COLUMN\", ...]", "columns known in advance, which stay features beside lags",
         [](const ExperimentFile& f, Node n, Name k, DataTable& d) { d.common.roles.known = texts_of(f, n, k); }},
        {"learners", "[\"NAME\", ...]", "the learners for these files (default: all)",
         [](const ExperimentFile& f, Node n, Name k, DataTable& d) {
             d.common.learners = texts_of(f, n, k);
             f.expect(!d.common.learners.empty(), n, "'learners' is an empty list; expected names of learners");
         }},
        {"measures", "[\"SPEC\", ...]", "the measures for these files (default: those of the experiment)",
         [](const ExperimentFile& f, Node n, Name k, DataTable& d) { d.common.measures = specs_of(f, n, k); }},
        {"missing", "[\"TEXT\", ...]", "texts of missing cells (default: empty ? NA NaN)",
         [](const ExperimentFile& f, Node n, Name k, DataTable& d) { d.common.reading.missing = texts_of(f, n, k); }},
        {"separator", "\"C\" or \"tab\"", "separator of CSV (default: detected)",
         [](const ExperimentFile& f, Node n, Name k, DataTable& d) {
             const auto text = text_of(f, n, k);
             f.expect(text == "tab" || text.size() == 1, n, "'separator' is not valid; expected one character, or tab");
             d.common.reading.separator = text == "tab" ? '\t' : text[0];
         }},
        {"header", "true or false", "whether CSV has a header row (default: detected)",
         [](const ExperimentFile& f, Node n, Name k, DataTable& d) { d.common.reading.header = truth_of(f, n, k); }},
        {"large", "true or false", "read more than 100000 columns (default: false)",
         [](const ExperimentFile& f, Node n, Name k, DataTable& d) { d.common.reading.large = truth_of(f, n, k); }},
    };
    return keys;
}

/// The paths that match, in bytewise order in every locale.
std::vector<std::string> matches(const std::string& pattern)
{
    glob_t found{};
    std::vector<std::string> paths;
    if (glob(pattern.c_str(), GLOB_NOSORT, nullptr, &found) == 0)
        for (std::size_t i = 0; i < found.gl_pathc; ++i) paths.emplace_back(found.gl_pathv[i]);
    globfree(&found);
    std::sort(paths.begin(), paths.end());
    return paths;
}

/// Adds the files that match one path.
void add_files(const ExperimentFile& file, const DataTable::Path& path, const ExperimentData& common, Experiment& out)
{
    const auto first_wild = std::min(path.written.find_first_of("*?["), path.written.size());
    const auto full = file.in_folder(path.written, *path.node);
    const auto paths = first_wild < path.written.size() ? matches(full) : std::vector<std::string>{full};
    file.expect(!paths.empty(), *path.node, "'" + full + "' matches no file");
    for (const auto& found : paths) {
        ExperimentData data = common;
        // The name is the path as written, so that results of the same experiment in another folder have the same names.
        data.name = path.written.substr(0, first_wild) + found.substr(full.size() - (path.written.size() - first_wild));
        data.shown = file.resolved(path.written.substr(0, first_wild), *path.node) + data.name.substr(first_wild);
        data.path = found;
        for (const auto& other : out.data)
            file.expect(other.name != data.name, *path.node,
                        "the file '" + data.name + "' occurs twice; expected each file once");
        out.data.push_back(std::move(data));
    }
}

void read_data(const ExperimentFile& file, const toml::node& node, Experiment& out)
{
    const auto* tables = node.as_array();
    file.expect(tables != nullptr && tables->is_array_of_tables(), node, "'data' is not valid; expected tables [[data]]");
    for (const auto& item : *tables) {
        DataTable table;
        read_table_keys(file, *item.as_table(), data_keys(), "of [[data]]", table);
        file.expect(!table.paths.empty(), item, "this [[data]] has no path; expected path = \"FILE\"");
        for (const auto& path : table.paths) add_files(file, path, table.common, out);
    }
}

/// The keys that may stand beside a learner's spec: its own, and those of its base where it takes them.
std::vector<SpecKey> keys_beside(const Spec& spec, const SpecInfo& info)
{
    auto keys = info.keys;
    if (!info.keys_of_base || spec.bases().size() != 1) return keys;
    const auto infos = learner_infos();
    for (const Spec* base = &spec.bases().front();; base = &base->bases().front()) {
        for (const auto& key : infos[find_info(infos, base->name(), "learner")].keys)
            if (std::ranges::find(keys, key.name, &SpecKey::name) == keys.end()) keys.push_back(key);
        if (base->bases().size() != 1) return keys;
    }
}

/// Reads a [[learner]] table: a spec and further keys. Each value of a list makes a learner.
void read_learner(const ExperimentFile& file, const toml::table& table, Experiment& out)
{
    const auto* spec_node = table.get("spec");
    file.expect(spec_node != nullptr, table, "this [[learner]] has no spec; expected spec = \"NAME:KEY=VALUE,...\"");
    const auto written = text_of(file, *spec_node, "spec");
    const Spec spec = file.at(*spec_node, [&] { return Spec::parse(written); });
    const auto infos = learner_infos();
    if (file.own(spec)) {
        file.expect(spec.values().empty() && spec.bases().empty() && table.size() == (table.contains("name") ? 2u : 1u), table,
                    "the learner '" + spec.name() + "' is not of the table of learners; expected its name alone, without keys");
        out.learners.push_back({table.contains("name") ? text_of(file, *table.get("name"), "name") : written, spec});
        return;
    }
    const auto& info = infos[file.at(*spec_node, [&] { return find_info(infos, spec.name(), "learner"); })];
    std::string name = written;
    const bool named = table.contains("name");
    if (named) name = text_of(file, *table.get("name"), "name");

    std::vector<std::string> known = {"spec", "name"};
    const auto keys = file.at(*spec_node, [&] { return keys_beside(spec, info); });
    for (const auto& key : keys) known.push_back(key.name);
    std::vector<ExperimentLearner> learners = {{name, spec}};
    // In the order of the learner's keys, so that the order in the file has no effect.
    for (const auto& [key, node] : table) {
        const std::string text(key.str());
        if (std::find(known.begin(), known.end(), text) == known.end())
            file.fail(key.source(), "unknown key '" + text + "' of the learner '" + spec.name() + "'; " +
                                        suggestion(text, known, "its keys are: "));
    }
    for (const auto& key : keys) {
        const auto* node = table.get(key.name);
        if (node == nullptr) continue;
        file.expect(!spec.find(key.name), *node, "'" + key.name + "' is also in the spec; expected it once");
        std::vector<std::string> values;
        const auto* array = node->as_array();
        const bool command = array != nullptr && key.kind == SpecKey::Kind::words; // a list of words is one value
        if (command)
            values.push_back(join_words(texts_of(file, *node, key.name)));
        else if (array == nullptr)
            values.push_back(plain_value(file, *node, key.name));
        else
            for (const auto& item : *array) values.push_back(plain_value(file, item, key.name));
        file.expect(!values.empty(), *node, "'" + key.name + "' is an empty list; expected at least one value");
        std::vector<ExperimentLearner> more;
        for (const auto& learner : learners)
            for (const auto& value : values) {
                ExperimentLearner next = learner;
                next.spec.set(key.name, value);
                // The name shows the values that differ, or all values if the user gave no name.
                const bool has_keys = named ? next.name.find(':') != std::string::npos : !learner.spec.values().empty();
                if (values.size() > 1 || !named) next.name += (has_keys ? ',' : ':') + key.name + '=' + value;
                more.push_back(std::move(next));
            }
        learners = std::move(more);
    }
    for (auto& learner : learners) {
        // Reports wrong values here, with their line. The response of a dataset may still change a default, and so which keys have a meaning.
        file.at(*spec_node, [&] {
            try {
                return resolve_learner(learner.spec, ResponseType::numbers);
            } catch (const InputError&) {
                return resolve_learner(learner.spec);
            }
        });
        for (const auto& other : out.learners)
            file.expect(other.name != learner.name, table,
                        "there are two learners called '" + learner.name + "'; expected name = \"...\"");
        out.learners.push_back(std::move(learner));
    }
}

void read_learners(const ExperimentFile& file, const toml::node& node, Experiment& out)
{
    const auto* tables = node.as_array();
    file.expect(tables != nullptr && tables->is_array_of_tables(), node, "'learner' is not valid; expected tables [[learner]]");
    for (const auto& item : *tables) read_learner(file, *item.as_table(), out);
}

/// Checks the names of learners in the [[data]] tables: each is there, and each learner is used.
void check_learners(const ExperimentFile& file, const toml::table& table, const Experiment& experiment)
{
    std::vector<std::string> names;
    for (const auto& learner : experiment.learners) names.push_back(learner.name);
    const auto among = [](const std::string& name, const auto& all) {
        return std::find(all.begin(), all.end(), name) != all.end();
    };
    for (const auto& data : experiment.data)
        for (const auto& name : data.learners)
            file.expect(among(name, names), *table.get("data"),
                        "'" + data.name + "': there is no learner called '" + name + "'; " +
                            suggestion(name, names, "there are: "));
    for (const auto& name : names)
        file.expect(std::ranges::any_of(experiment.data,
                                        [&](const auto& data) { return data.learners.empty() || among(name, data.learners); }),
                    *table.get("learner"), "no data set has the learner '" + name + "' in its list 'learners'");
}

const std::vector<Key<Experiment>>& experiment_keys()
{
    using Node = const toml::node&;
    using Name = const std::string&;
    static const std::vector<Key<Experiment>> keys = {
        {"seed", "a whole number", "of all random choices (default: 1); in quotes from 2^63 on",
         [](const ExperimentFile& f, Node n, Name, Experiment& e) {
             // The whole numbers of TOML end at 2^63 - 1; larger seeds are in quotes.
             const auto* text = n.as_string();
             const auto seed = text != nullptr ? parse_whole(text->get()) : std::nullopt;
             f.expect(seed || (n.is_integer() && n.as_integer()->get() >= 0), n,
                      "'seed' is not valid; expected a whole number from 0 to 2^64 - 1, in quotes from 2^63 on");
             e.seed = seed ? *seed : static_cast<std::uint64_t>(n.as_integer()->get());
         }},
        {"level", "a number", "confidence level of the intervals (default: 0.95)",
         [](const ExperimentFile& f, Node n, Name, Experiment& e) {
             f.expect(n.is_floating_point(), n, "'level' is not valid; expected a number such as 0.95");
             e.level = f.at(n, [&] { return Level(n.as_floating_point()->get()); });
         }},
        {"interval", "\"NAME\"", "the method of the intervals (default: \"auto\")",
         [](const ExperimentFile& f, Node n, Name k, Experiment& e) { e.interval = text_of(f, n, k); }},
        {"estimators", "[\"SPEC\", ...]", "default: cv:folds=10,repeats=10, unless a bound is named",
         [](const ExperimentFile& f, Node n, Name k, Experiment& e) { e.estimators = specs_of(f, n, k); }},
        {"measures", "[\"SPEC\", ...]", "default: error_rate for classes, rmse and mae for numbers",
         [](const ExperimentFile& f, Node n, Name k, Experiment& e) { e.measures = specs_of(f, n, k); }},
        {"bounds", "[\"SPEC\", ...]", "bounds on the true error (default: none)",
         [](const ExperimentFile& f, Node n, Name k, Experiment& e) { e.bounds = specs_of(f, n, k); }},
        {"delta", "a number", "the probability with which each side of a bound may fail (default: 1 - level)",
         [](const ExperimentFile& f, Node n, Name, Experiment& e) {
             f.expect(n.is_floating_point(), n, "'delta' is not valid; expected a number such as 0.05");
             e.delta = f.at(n, [&] { return Delta(n.as_floating_point()->get()); });
         }},
        {"data", "[[data]]", "a table for each group of files",
         [](const ExperimentFile& f, Node n, Name, Experiment& e) { read_data(f, n, e); }},
        {"learner", "[[learner]]", "a table for each learner",
         [](const ExperimentFile& f, Node n, Name, Experiment& e) { read_learners(f, n, e); }},
    };
    return keys;
}

} // namespace

namespace {

/// Refuses keys of very many parts (a.b.c...), for which the parser's recursion has no limit. Texts in quotes and comments may have points.
void refuse_deep_keys(std::string_view text, const std::string& name)
{
    constexpr int most = 32;
    std::size_t line = 1;
    int points = 0;
    char quote = 0;
    bool comment = false;
    for (const char c : text) {
        if (c == '\n') {
            ++line;
            points = 0;
            quote = 0;
            comment = false;
        } else if (comment) {
            continue;
        } else if (quote != 0 || c == '"' || c == '\'') {
            if (quote == 0 || c == quote) quote = quote == 0 ? c : '\0';
        } else if (c == '.') {
            require(++points < most, name + ':' + std::to_string(line) + ": a key has more than " + std::to_string(most) +
                                         " parts; expected TOML with fewer");
        } else if (c == '#') {
            comment = true;
        } else if (std::string_view(",=[]{}").find(c) != std::string_view::npos) {
            points = 0;
        }
    }
}

} // namespace

Experiment parse_experiment(std::string_view text, const std::string& name, const std::string& folder, const OwnLearners& own)
{
    const ExperimentFile file(name, folder, own);
    refuse_deep_keys(text, name);
    Experiment experiment{.name = name, .folder = folder, .text = std::string(text), .data = {}, .learners = {}, .own = own};
    toml::table table;
    try {
        table = toml::parse(text, std::string_view(name));
    } catch (const toml::parse_error& e) {
        file.fail(e.source(), std::string(e.description()) + "; expected TOML");
    }
    read_table_keys(file, table, experiment_keys(), "of an experiment", experiment);
    file.expect(!experiment.data.empty(), table, "there is no dataset; expected [[data]] with path = \"FILE\"");
    file.expect(!experiment.learners.empty(), table, "there is no learner; expected [[learner]] with spec = \"NAME\"");
    check_learners(file, table, experiment);
    std::vector<std::string> paths;
    for (const auto& data : experiment.data) paths.push_back(data.shown);
    const auto names = short_names(paths);
    for (std::size_t d = 0; d < names.size(); ++d) experiment.data[d].shown = names[d];
    return experiment;
}

std::vector<ExperimentKey> experiment_file_keys()
{
    std::vector<ExperimentKey> all;
    const auto add = [&](const std::string& table, const auto& keys) {
        for (const auto& key : keys)
            if (key.value.front() != '[' || key.value.back() != ']' || key.value[1] != '[')
                all.push_back({table, key.name, key.value, key.help});
    };
    add("", experiment_keys());
    add("[[data]]", data_keys());
    all.push_back({"[[learner]]", "spec", "\"SPEC\"", "the learner, as for `learner`"});
    all.push_back({"[[learner]]", "name", "\"NAME\"", "what it is called (default: its spec)"});
    all.push_back(
        {"[[learner]]", "KEY", "a value, or a list of them", "a key of the spec; a list makes a learner of each value"});
    return all;
}

Experiment read_experiment(const std::string& path, const OwnLearners& own)
{
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    if (!file.is_open() || file.bad()) throw IoError(path + ": cannot be read: " + std::strerror(errno == 0 ? EIO : errno));
    const auto slash = path.rfind('/');
    const std::string folder = slash == std::string::npos ? "" : slash == 0 ? "/" : path.substr(0, slash);
    return parse_experiment(text, path, folder, own);
}

} // namespace unseen
