
// After the tests: the program's real entry.
#include <cxxabi.h>
#include <exception>
#include <typeinfo>

// Written so that a solution's `#define int long long` does no harm.
__typeof__(0) main(__typeof__(0) count, char **arguments) {
    (void)count, (void)arguments;
    const char *name = "unknown", *message = "";
    try {
        __typeof__(0) status = BENCHWRIGHT_CALL;
        if (status == 0) benchwright_driver::end(BENCHWRIGHT_EXECUTED);
        else benchwright_driver::fail("exit", "main", nullptr, 0, "the tests returned another status than 0");
        return status;
    } catch (const std::exception &error) {
        name = abi::__cxa_demangle(typeid(error).name(), nullptr, nullptr, nullptr);
        message = error.what();
        benchwright_driver::fail("error", name, nullptr, 0, message);
    } catch (...) {
        const std::type_info *type = abi::__cxa_current_exception_type();
        if (type) name = abi::__cxa_demangle(type->name(), nullptr, nullptr, nullptr);
        benchwright_driver::fail("error", name, nullptr, 0, "");
    }
    const char *pieces[] = {"terminate called after throwing an instance of '", name, "'\n  what():  ", message, "\n"};
    for (const char *piece : pieces) benchwright_driver::print(piece);
    benchwright_libc_abort();
}
