// Uses parts of the installed library, in this program and through a shared library that contains it as well.
#include "unseen/base/spec.hpp"
#include "unseen/base/version.hpp"

#include <cstdio>
#include <string>

std::string printed_in_shared_library(const char* spec);

int main()
{
    const std::string spec = "knn:k=3";
    const bool good =
        unseen::Spec::parse(spec).print() == spec && printed_in_shared_library(spec.c_str()) == spec;
    std::printf("unseen %s: %s\n", std::string(unseen::version()).c_str(), good ? "good" : "BAD");
    return good ? 0 : 1;
}
