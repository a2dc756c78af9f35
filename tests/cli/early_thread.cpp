// A library that starts a thread when it is loaded, before main(), as OpenBLAS does. The thread blocks no
// signal and sleeps.
#include <pthread.h>
#include <unistd.h>

namespace {

[[gnu::constructor]] void start()
{
    pthread_t thread{};
    const auto sleep = [](void*) -> void* {
        while (true) pause();
    };
    if (pthread_create(&thread, nullptr, sleep, nullptr) == 0) pthread_detach(thread);
}

} // namespace
