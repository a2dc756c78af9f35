#include "unseen/base/spec.hpp"
#include "unseen/base/suggestion.hpp"
#include "unseen/stats/random.hpp"

#include "support/messages.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace unseen {
namespace {

using test::message_of;

std::string parse_error(const std::string& text)
{
    return message_of([&] { Spec::parse(text); });
}

TEST(SpecParse, NamesTheCharacterWhereItFails)
{
    const struct {
        const char* text;
        const char* said;
    } cases[] = {
        {"", "character 1: expected a name"},
        {":k=1", "character 1: expected a name"},
        {"(knn)", "character 1: expected a name"},
        {" cv", "character 1: expected a name"},
        {"c v", "character 2: expected the end of the spec"},
        {"cv:", "character 4: expected a key"},
        {"cv:=1", "character 4: expected a key"},
        {"cv:folds", "character 9: expected '=' after the key 'folds'"},
        {"cv:folds 5", "character 9: expected '=' after the key 'folds'"},
        {"cv:folds=5,", "character 12: expected a key"},
        {"cv:folds=5,,", "character 12: expected a key"},
        {"cv:a=1,a=2", "expected every key once ('a' is there twice)"},
        {"cv:a=1;b=2", "character 7: expected the end of the spec"},
        {"cv:a=1)", "character 7: expected the end of the spec"},
        {"bag()", "character 5: expected a name"},
        {"bag(knn", "character 8: expected ')' or ';'"},
        {"bag(knn,tree)", "character 8: expected ')' or ';'"},
        {"bag(knn;)", "character 9: expected a name"},
        {"bag(knn)x", "character 9: expected the end of the spec"},
        {"bag(knn:k=1", "character 12: expected ')' or ';'"},
        {"bag(", "character 5: expected a name"},
        {"bag(tree))", "character 10: expected the end of the spec"},
        {"bag(tree):b", "character 12: expected '=' after the key 'b'"},
        {"bag(tree)(knn)", "character 10: expected the end of the spec"},
        {"bag((tree))", "character 5: expected a name"},
        {"cv:a=\"b", "character 8: expected '\"', for the value begins with one"},
        {"cv:a=\"b\\\"", "character 10: expected '\"', for the value begins with one"},
        {"cv:a=\"b\" c", "character 9: expected the end of the value after its closing quote"},
    };
    for (const auto& c : cases) {
        EXPECT_NE(parse_error(c.text).find(c.said), std::string::npos)
            << c.text << " gave: " << parse_error(c.text);
        EXPECT_NE(parse_error(c.text).find('\'' + std::string(c.text) + '\''), std::string::npos)
            << "the spec is not in the message";
    }
}

TEST(SpecParse, ReadsNamesKeysAndBases)
{
    const Spec spec =
        Spec::parse("bag(tree:depth=3,prune=no;stack(knn;mean):folds=5):size=10,empty=,path=/a b(c=d:e");
    EXPECT_EQ(spec.name(), "bag");
    ASSERT_EQ(spec.bases().size(), 2u);
    EXPECT_EQ(spec.bases()[0].find("prune"), "no");
    EXPECT_EQ(spec.bases()[1].bases()[1].name(), "mean");
    EXPECT_EQ(spec.bases()[1].find("folds"), "5");
    EXPECT_EQ(spec.find("size"), "10");
    EXPECT_EQ(spec.find("empty"), "");
    EXPECT_EQ(spec.find("path"), "/a b(c=d:e");
    EXPECT_FALSE(spec.find("depth").has_value());
}

TEST(SpecParse, ReadsValuesInDoubleQuotes)
{
    const Spec spec = Spec::parse(
        R"_(bag(command:worker="python3 w.py a,b;c (d)",x="";tree):fit="say \"\\ \a\"",raw=a "b" c)_");
    EXPECT_EQ(spec.bases().at(0).find("worker"), "python3 w.py a,b;c (d)");
    EXPECT_EQ(spec.bases().at(0).find("x"), "");
    EXPECT_EQ(spec.find("fit"), "say \"\\ \\a\"");
    EXPECT_EQ(spec.find("raw"), "a \"b\" c");
    EXPECT_EQ(Spec::parse(spec.print()), spec);
    // Values are printed without quotes if they need none. `command:worker="..."` in a shell gives the same
    // text.
    EXPECT_EQ(Spec::parse("command:worker=\"python3 worker.py module:make\"").print(),
              "command:worker=python3 worker.py module:make");
}

TEST(SpecParse, ReadsThirtyTwoBracketsInsideEachOther)
{
    const auto nested = [](std::size_t depth) {
        std::string text = "tree:cp=0.1";
        for (std::size_t i = 0; i < depth; ++i) text = "bag(" + text + "):size=" + std::to_string(i);
        return text;
    };
    EXPECT_EQ(Spec::parse(nested(32)).print(), nested(32));
    EXPECT_NE(parse_error(nested(33)).find("character 133: expected at most 32 brackets inside each other"),
              std::string::npos)
        << parse_error(nested(33));
    EXPECT_NE(parse_error(nested(40)).find("at most 32 brackets"), std::string::npos);
    // At any depth this is an error, not a crash.
    std::string endless;
    for (int i = 0; i < 200000; ++i) endless += "b(";
    EXPECT_NE(parse_error(endless).find("at most 32 brackets"), std::string::npos);
    // Brackets side by side do not count as nested.
    std::string wide = "bag(tree";
    for (int i = 0; i < 100; ++i) wide += ";knn";
    EXPECT_EQ(Spec::parse(wide + ")").bases().size(), 101u);
}

TEST(SpecParse, OfDamagedTextIsAnErrorOrASpecThatPrintsAsItWasRead)
{
    const std::string whole =
        R"_(bag(tree:depth=3,prune=no;stack(knn;command:worker="a,b)"):folds=5):size=10)_";
    const std::string put_in = "()(;:,=\"ab1 ";
    Stream stream(12, Purpose::generation);
    std::size_t read = 0;
    for (int i = 0; i < 5000; ++i) {
        auto text = whole;
        for (auto changes = 1 + stream.below(3); changes > 0; --changes) {
            const auto at = static_cast<std::size_t>(stream.below(text.size()));
            const char c = put_in[static_cast<std::size_t>(stream.below(put_in.size()))];
            switch (stream.below(4)) {
            case 0: text.erase(at, 1); break;
            case 1: text.insert(at, 1, c); break;
            case 2: text[at] = c; break;
            default: text.resize(at + 1); break;
            }
        }
        try {
            const Spec spec = Spec::parse(text);
            ++read;
            ASSERT_EQ(Spec::parse(spec.print()), spec) << text;
        } catch (const InputError& e) {
            ASSERT_NE(std::string(e.what()).find(", character "), std::string::npos) << e.what();
        }
    }
    EXPECT_GT(read, 100u);
}

/// A spec with up to `depth` levels of bases. Values hold any bytes.
Spec random_spec(Stream& stream, int depth)
{
    const std::string letters = "abcXYZ019-_";
    const std::string in_values = "aZ0-_=:( /.+\"'\\\xc3\xa9?*#\"\\,;)";
    const auto word = [&](const std::string& from, std::uint64_t shortest_word, std::uint64_t longest) {
        std::string text;
        for (auto left = shortest_word + stream.below(longest - shortest_word + 1); left > 0; --left)
            text += from[static_cast<std::size_t>(stream.below(from.size()))];
        return text;
    };
    std::vector<Spec> bases;
    if (depth > 0)
        for (auto left = stream.below(4); left > 0; --left) bases.push_back(random_spec(stream, depth - 1));
    Spec spec(word(letters, 1, 6), std::move(bases));
    for (auto left = stream.below(4); left > 0; --left) spec.set(word(letters, 1, 5), word(in_values, 0, 6));
    return spec;
}

TEST(SpecParse, IsTheInverseOfPrint)
{
    Stream stream(11, Purpose::generation);
    std::size_t nested = 0;
    for (int i = 0; i < 2000; ++i) {
        const Spec spec = random_spec(stream, 3);
        const std::string text = spec.print();
        ASSERT_EQ(Spec::parse(text), spec) << text;
        ASSERT_EQ(Spec::parse(text).print(), text);
        for (const auto& base : spec.bases()) nested += base.bases().size();
    }
    EXPECT_GT(nested, 100u); // the generator does reach bases of bases
}

TEST(Spec, SetsReplacesAndLeavesOutKeys)
{
    Spec spec = Spec::parse("bag(knn):a=1,b=2");
    spec.set("b", "3").set("c", "4");
    EXPECT_EQ(spec.print(), "bag(knn):a=1,b=3,c=4");
    EXPECT_EQ(spec.without("b").print(), "bag(knn):a=1,c=4");
    EXPECT_EQ(spec.without("z"), spec);
}

TEST(Spec, TypedAccessToAKeyThatIsNotThereIsABug)
{
    const Spec spec = Spec::parse("cv:folds=5,word=x");
    EXPECT_THROW(spec.text("fold"), std::logic_error);
    EXPECT_THROW(spec.integer("fold"), std::logic_error);
    EXPECT_THROW(spec.real("word"), std::logic_error);
    EXPECT_THROW(spec.flag("fold"), std::logic_error);
    EXPECT_EQ(spec.integer("folds"), 5);
    EXPECT_EQ(spec.real("folds"), 5.0);
}

SpecInfo example()
{
    using Kind = SpecKey::Kind;
    return {.name = "example",
            .help = "",
            .keys = {{.name = "folds",
                      .kind = Kind::integer,
                      .fallback = "10",
                      .help = "",
                      .lowest = 2,
                      .highest = 1000},
                     {.name = "share",
                      .kind = Kind::real,
                      .fallback = "0.50",
                      .help = "",
                      .lowest = 0,
                      .highest = 1,
                      .open = true},
                     {.name = "stratify",
                      .kind = Kind::flag,
                      .fallback = "yes",
                      .help = "",
                      .fallback_for_numbers = "no"},
                     {.name = "by",
                      .kind = Kind::choice,
                      .fallback = "mean",
                      .help = "",
                      .choices = {"mean", "median"}},
                     {.name = "column", .kind = Kind::text, .fallback = "", .help = ""},
                     {.name = "limit", .kind = Kind::integer, .fallback = "", .help = "", .lowest = 0},
                     {.name = "any", .kind = Kind::real, .fallback = "-1", .help = ""}},
            .most_bases = 2};
}

SpecInfo program()
{
    using Kind = SpecKey::Kind;
    return {.name = "program",
            .help = "",
            .keys = {{.name = "run", .kind = Kind::words, .fallback = "", .help = ""},
                     {.name = "wait", .kind = Kind::time, .fallback = "1min", .help = ""},
                     {.name = "room", .kind = Kind::size, .fallback = "", .help = ""}}};
}

std::string resolved(const std::string& text, bool numbers = false)
{
    return resolve(Spec::parse(text), example(), numbers).print();
}

std::string resolve_error(const std::string& text)
{
    return message_of([&] { resolved(text); });
}

TEST(Resolve, WritesDefaultsOutInTheOrderOfTheTable)
{
    EXPECT_EQ(resolved("example"), "example:folds=10,share=0.5,stratify=yes,by=mean,column=,limit=,any=-1");
    EXPECT_EQ(resolved("example:column=a b,folds=3"),
              "example:folds=3,share=0.5,stratify=yes,by=mean,column=a b,limit=,any=-1");
}

TEST(Resolve, KeepsBases)
{
    EXPECT_EQ(resolved("example(knn:k=1;tree)"),
              "example(knn:k=1;tree):folds=10,share=0.5,stratify=yes,by=mean,column=,limit=,any=-1");
}

TEST(Resolve, TakesTheDefaultForNumbersWhereThereIsOne)
{
    EXPECT_EQ(resolve(Spec("example"), example(), true).text("stratify"), "no");
    EXPECT_EQ(resolve(Spec("example"), example(), true).text("folds"), "10");
    EXPECT_EQ(resolve(Spec::parse("example:stratify=yes"), example(), true).text("stratify"), "yes");
}

TEST(Resolve, KnowsKeysThatHaveAMeaningWithSomeValuesOfAnother)
{
    SpecInfo info{.name = "grow",
                  .help = "",
                  .keys = {{.name = "by",
                            .kind = SpecKey::Kind::choice,
                            .fallback = "gain",
                            .help = "",
                            .choices = {"gain", "gini"}},
                           {.name = "prune",
                            .fallback = "early",
                            .help = "",
                            .governor = "by",
                            .fallbacks = {{"gain", "early"}, {"gini", "late"}}},
                           {.name = "cost",
                            .kind = SpecKey::Kind::real,
                            .fallback = "0.5",
                            .help = "",
                            .governor = "prune",
                            .fallbacks = {{"late", "0.5"}}}}};
    const auto text = [&](const std::string& spec) { return resolve(Spec::parse(spec), info).print(); };
    EXPECT_EQ(text("grow"), "grow:by=gain,prune=early");
    EXPECT_EQ(text("grow:by=gini"), "grow:by=gini,prune=late,cost=0.5");
    EXPECT_EQ(text("grow:prune=late"), "grow:by=gain,prune=late,cost=0.5");
    EXPECT_EQ(text("grow:cost=2,by=gini"), "grow:by=gini,prune=late,cost=2");
    EXPECT_EQ(test::message_of([&] { text("grow:cost=2"); }),
              "'grow': cost is for prune=late; here prune=early");
}

TEST(Resolve, PutsValuesIntoOneForm)
{
    const auto value = [](const std::string& key, const std::string& text) {
        return resolve(Spec("example").set(key, text), example()).text(key);
    };
    EXPECT_EQ(value("folds", "10.0"), "10");
    EXPECT_EQ(value("folds", "+1e1"), "10");
    EXPECT_EQ(value("folds", "007"), "7");
    EXPECT_EQ(value("share", "5e-1"), "0.5");
    EXPECT_EQ(value("share", ".250"), "0.25");
    EXPECT_EQ(value("any", "-0"), "0");
    EXPECT_EQ(value("limit", "-0"), "0");
    EXPECT_EQ(value("limit", ""), "");
    EXPECT_EQ(value("column", ""), "");
    for (const char* yes : {"yes", "true", "1"}) EXPECT_EQ(value("stratify", yes), "yes");
    for (const char* no : {"no", "false", "0"}) EXPECT_EQ(value("stratify", no), "no");
}

TEST(Resolve, PutsCommandLinesTimesAndSizesIntoOneForm)
{
    const auto spec = [](const std::string& text) { return resolve(Spec::parse(text), program()); };
    EXPECT_EQ(spec("program:run=  a \"b c\"\t{train},wait=5min,room=2048MiB").print(),
              "program:run=a 'b c' {train},wait=300s,room=2GiB");
    EXPECT_EQ(spec("program:run=a").print(), "program:run=a,wait=60s,room=");
    EXPECT_EQ(spec("program:run=a 'b c'").words("run"), (std::vector<std::string>{"a", "b c"}));
    EXPECT_EQ(spec("program").words("run"), std::vector<std::string>{});
    EXPECT_EQ(spec("program:wait=500ms").seconds("wait"), 0.5);
    EXPECT_EQ(spec("program:room=1.5KiB").bytes("room"), 1536U);
    EXPECT_THROW(spec("program").bytes("room"), std::logic_error);
    EXPECT_THROW(spec("program").seconds("run"), std::logic_error);
    const auto error = [&](const std::string& text) { return message_of([&] { spec(text); }); };
    EXPECT_NE(error("program:run=a 'b").find("'program': run: command line 'a 'b': the quote at character 3"),
              std::string::npos);
    EXPECT_NE(error("program:wait=60").find("'program': wait: '60' is not valid; expected a time such as"),
              std::string::npos);
    EXPECT_NE(error("program:room=2Gi").find("'program': room: '2Gi' is not valid; expected a size such as"),
              std::string::npos);
}

TEST(Resolve, IsIdempotent)
{
    for (const char* text :
         {"example", "example:folds=1e2,share=.1,any=1e-300,limit=3", "example(knn):by=median,stratify=0"}) {
        const Spec once = resolve(Spec::parse(text), example());
        EXPECT_EQ(resolve(once, example()), once);
        EXPECT_EQ(resolve(once, example(), true), once) << "a default that is written out must stay";
    }
}

TEST(Resolve, RefusesValuesOutOfRangeOrOfTheWrongKind)
{
    for (const char* text :
         {"folds=1",    "folds=1001", "folds=2.5",   "folds=-3",       "folds=",    "folds=ten",
          "folds=nan",  "folds=inf",  "folds=1e400", "share=0",        "share=1",   "share=1.5",
          "share=-0.1", "share=nan",  "share=inf",   "share=half",     "share=",    "any=nan",
          "any=inf",    "any=-inf",   "any=1 ",      "stratify=maybe", "stratify=", "stratify=YES",
          "by=mode",    "by=",        "limit=-1",    "limit=1e17"}) {
        const auto message = resolve_error("example:" + std::string(text));
        const std::string key(text, std::string_view(text).find('='));
        EXPECT_NE(message.find("'example': " + key + ": '"), std::string::npos)
            << text << " gave: " << message;
        EXPECT_NE(message.find("expected"), std::string::npos) << message;
    }
}

TEST(Resolve, SaysWhatItExpected)
{
    EXPECT_NE(resolve_error("example:folds=1").find("a whole number from 2 to 1000"), std::string::npos);
    EXPECT_NE(resolve_error("example:share=1").find("strictly between 0 and 1"), std::string::npos);
    EXPECT_NE(resolve_error("example:limit=-1").find("from 0 up"), std::string::npos);
    EXPECT_NE(resolve_error("example:stratify=x").find("yes or no"), std::string::npos);
    EXPECT_NE(resolve_error("example:by=x").find("one of mean, median"), std::string::npos);
}

TEST(Resolve, NamesTheNearestKeyForAnUnknownOne)
{
    EXPECT_NE(resolve_error("example:fold=3").find("unknown key 'fold'; did you mean 'folds'?"),
              std::string::npos);
    EXPECT_NE(resolve_error("example:startify=no").find("did you mean 'stratify'?"), std::string::npos);
    EXPECT_NE(resolve_error("example:Folds=3").find("did you mean 'folds'?"), std::string::npos);
    // A text that resembles no name gets the list.
    EXPECT_NE(resolve_error("example:xyzzy=3").find("unknown key 'xyzzy'; its keys are: folds, "),
              std::string::npos);
    const SpecInfo short_names{
        .name = "knn", .help = "", .keys = {{.name = "k", .fallback = "", .help = ""}}};
    EXPECT_NE(message_of([&] { resolve(Spec::parse("knn:knob=1"), short_names); }).find("its keys are: k"),
              std::string::npos);
    EXPECT_NE(message_of([&] { resolve(Spec::parse("knn:kk=1"), short_names); }).find("did you mean 'k'?"),
              std::string::npos);
    const SpecInfo bare{.name = "loo", .help = ""};
    EXPECT_NE(
        message_of([&] { resolve(Spec::parse("loo:k=1"), bare); }).find("unknown key 'k'; it has no keys"),
        std::string::npos);
}

TEST(Resolve, TakesAsManyBasesAsTheTableSays)
{
    const std::vector<SpecInfo> infos = {
        {.name = "tree",
         .help = "",
         .keys = {{.name = "cp", .kind = SpecKey::Kind::real, .fallback = "0.01", .help = ""}}},
        {.name = "bag",
         .help = "",
         .keys = {{.name = "size", .kind = SpecKey::Kind::integer, .fallback = "100", .help = ""}},
         .aliases = {"bagging"},
         .fewest_bases = 1,
         .most_bases = 1},
        {.name = "vote", .help = "", .fewest_bases = 2, .most_bases = 9},
    };
    const auto print = [&](const std::string& text) {
        return resolve(Spec::parse(text), infos, "learner").print();
    };
    EXPECT_EQ(print("bagging(tree)"), "bag(tree:cp=0.01):size=100");
    EXPECT_EQ(print("vote(tree:cp=1e-1;bag(bag(tree)):size=2)"),
              "vote(tree:cp=0.1;bag(bag(tree:cp=0.01):size=100):size=2)");
    const auto error = [&](const std::string& text) { return message_of([&] { print(text); }); };
    EXPECT_EQ(error("bag"), "'bag': 0 in brackets; expected bag(SPEC)");
    EXPECT_EQ(error("bag(tree;tree)"), "'bag': 2 in brackets; expected bag(SPEC)");
    EXPECT_EQ(error("vote(tree)"), "'vote': 1 in brackets; expected vote(SPEC;...)");
    EXPECT_EQ(error("bag(tree(bag))"), "'tree' takes nothing in brackets");
    EXPECT_EQ(error("bag(tre)"), "unknown learner 'tre'; did you mean 'tree'?");
    EXPECT_EQ(error("vote(bag(tree);bag(tree:size=2))"), "'tree': unknown key 'size'; its keys are: cp");
    EXPECT_EQ(error("bag(tree:cp=x)"), "'tree': cp: 'x' is not valid; expected a number");
}

TEST(Spec, HasValuesThatAreSpecsInBrackets)
{
    const auto value = [](const std::string& text) {
        const auto spec = Spec::parse(text);
        EXPECT_EQ(Spec::parse(spec.print()), spec);
        return spec.text("k");
    };
    EXPECT_EQ(value("a:k=(cv:folds=3,repeats=2),z=1"), "(cv:folds=3,repeats=2)");
    EXPECT_EQ(value("b(a;c:k=1):k=(x(y;z):p=(q:r=1,s=2))"), "(x(y;z):p=(q:r=1,s=2))");
    EXPECT_EQ(value("a:k=(x:p=\"),\\\"(\")"), "(x:p=\"),\\\"(\")");
    EXPECT_EQ(value("a:k=()"), "()");
    EXPECT_EQ(value("a:k=\"(a,b\""), "(a,b");
    EXPECT_EQ(value("a:k=\"(\""), "(");
    EXPECT_EQ(value("a:k=\"(a)(b\""), "(a)(b");
    EXPECT_EQ(Spec::parse("a:k=(cv:folds=3,repeats=2)").print(), "a:k=(cv:folds=3,repeats=2)");
    for (const char* wrong : {"a:k=(cv", "a:k=(cv))", "a:k=(cv)x", "a:k=(", "a:k=(\")", "b(a:k=(x);c"})
        EXPECT_THROW(Spec::parse(wrong), InputError) << wrong;
}

TEST(Resembling, TakesTheLeastEditDistanceAndTheFirstOfEquals)
{
    const std::vector<std::string> names = {"cv", "loo", "holdout", "bootstrap"};
    EXPECT_EQ(resembling("bootstrp", names), "bootstrap");
    EXPECT_EQ(resembling("hold-out", names), "holdout");
    EXPECT_EQ(resembling("", names), "");
    EXPECT_EQ(resembling("xx", names), "");
    EXPECT_EQ(resembling("lo", names), "loo"); // distance 1, against 2 to cv
    EXPECT_EQ(resembling("ab", std::vector<std::string>{"ac", "bb"}), "ac");
    EXPECT_EQ(resembling("cv", {}), "");
    const std::vector<std::string> measures = {"error_rate", "ROC", "mae"};
    EXPECT_EQ(resembling("eror", measures), "error_rate"); // one letter from a word of it
    EXPECT_EQ(resembling("rc", measures), "ROC");
}

} // namespace
} // namespace unseen
