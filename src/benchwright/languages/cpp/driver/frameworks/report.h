// What the driver's part for a framework calls; defined in framework.hpp.
extern "C" void benchwright_failed(const char *file, unsigned line, const char *message);
extern "C" void benchwright_finished(const char *name, bool skipped, bool may_fail, bool should_fail);
