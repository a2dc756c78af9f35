#include "unseen/report/stores.hpp"

namespace unseen {

Answer answer_of(std::span<const StoredExperiment> experiments, std::span<const StoredSeries> series)
{
    Answer answer;
    for (const auto& experiment : experiments)
        answer.heading.push_back("experiment " + experiment.name + " in " + experiment.folder);
    answer.table.columns = {{"data"}, {"learner"}, {"fits", true}, {"failed", true}, {"predictions", true}, {"seconds", true}};
    for (const auto& s : series)
        answer.table.rows.push_back({s.data, s.learner, s.fits, s.failures, s.predictions, Cell(Value(s.seconds))});
    answer.json = answer_object("store").add("series", Json::list(series, [](const StoredSeries& s) {
                                                 return Json::object()
                                                     .add("data", s.data)
                                                     .add("learner", s.learner)
                                                     .add("version", s.version)
                                                     .add("fits", s.fits)
                                                     .add("failures", s.failures)
                                                     .add("predictions", s.predictions)
                                                     .add("seconds", s.seconds);
                                             }));
    return answer;
}

Answer answer_of(std::span<const StoredFailure> failures)
{
    Answer answer;
    answer.table.columns = {{"data"}, {"learner"}, {"code"}, {"text"}, {"fit"}};
    for (const auto& f : failures) answer.table.rows.push_back({f.data, f.learner, f.code, f.text, f.key});
    answer.json = answer_object("store").add("failures", Json::list(failures, [](const StoredFailure& f) {
                                                 return Json::object()
                                                     .add("data", f.data)
                                                     .add("learner", f.learner)
                                                     .add("key", f.key)
                                                     .add("code", f.code)
                                                     .add("text", f.text);
                                             }));
    return answer;
}

Answer faults_answer(std::span<const std::string> faults)
{
    return {.json = answer_object("store").add("faults", Json::list(faults))};
}

} // namespace unseen
