// What workers and programs answer: frames, and the text of predictions.
#include "learn/command/frames.hpp"
#include "learn/command/prediction_text.hpp"
#include "tables.hpp"

using namespace unseen;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const Dataset classes = Dataset::make(parse_table("x,y\n1,a\n2,b\n3,c\n", "t.csv"));
    static const Dataset numbers = Dataset::make(parse_table("x,y\n1,0.5\n2,1.5\n3,7\n", "t.csv"));
    const auto text = fuzz::text(data, size);
    if (size >= frame_head) fuzz::attempt([&] { read_frame_head(text); });
    fuzz::attempt([&] { read_hello(text); });
    for (const auto* of : {&classes, &numbers}) {
        fuzz::attempt([&] { read_answer(text, *of, 3); });
        for (const auto form : {FileFormat::csv, FileFormat::svmlight})
            fuzz::attempt([&] { read_predictions(text, *of, form, 3); });
    }
    return 0;
}
