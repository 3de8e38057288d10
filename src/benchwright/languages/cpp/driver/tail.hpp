
// After the tests: the program's real entry point.
// The tests' redefinitions must not affect the headers that follow.
#undef bool
#undef char
#undef class
#undef const
#undef double
#undef float
#undef int
#undef long
#undef namespace
#undef private
#undef protected
#undef public
#undef short
#undef signed
#undef sizeof
#undef static
#undef static_cast
#undef struct
#undef template
#undef typename
#undef unsigned
#undef using
#undef virtual
#undef void
#include <cxxabi.h>
#include <exception>
#include <typeinfo>

int main(int count, char **arguments, char **environment) {
    (void)count, (void)arguments, (void)environment;
    const char *name = "unknown", *message = "";
    try {
        int status = BENCHWRIGHT_CALL;
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
