#include "merge/framed_bytes.hpp"

#include "state/bytes.hpp"

#include "unseen/base/digest.hpp"
#include "unseen/base/error.hpp"

namespace unseen {

namespace {

constexpr std::size_t digest_size = 16;

std::string digest_bytes(std::string_view bytes)
{
    const Digest digest = Hasher().add(bytes).finish();
    ByteWriter out;
    out.number(digest.high);
    out.number(digest.low);
    return out.bytes();
}

} // namespace

std::string framed(const Frame& frame, const std::string& content)
{
    std::string all(frame.mark);
    all += static_cast<char>(frame.form);
    all += content;
    return all + digest_bytes(all);
}

std::string_view unframed(const Frame& frame, std::string_view bytes, const std::string& source)
{
    const auto& mark = frame.mark;
    require(bytes.substr(0, mark.size()) == mark,
            source + ": is not a state; expected a file that " + std::string(frame.made_by) + " wrote");
    require(bytes.size() > mark.size() + digest_size, source + ": is incomplete: a state ends with a digest");
    const auto version = static_cast<std::uint8_t>(bytes[mark.size()]);
    require(version == frame.form, source + ": is a state of form " + std::to_string(version) +
                                       "; this version of unseen reads form " + std::to_string(frame.form));
    const auto content = bytes.substr(0, bytes.size() - digest_size);
    require(bytes.substr(content.size()) == digest_bytes(content),
            source + ": is incomplete or damaged: its digest does not match its content");
    return content.substr(mark.size() + 1);
}

} // namespace unseen
