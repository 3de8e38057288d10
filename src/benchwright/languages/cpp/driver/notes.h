
#line 1 "notes.h"
// System calls by number, because the solution may define functions of any name, including the C library's.
#include <sys/syscall.h>
#ifdef __cplusplus
extern "C" {
#endif
long benchwright_notes_call(long, ...) __asm__("syscall");
int *benchwright_notes_errno(void) __asm__("__errno_location");

void benchwright_note(int number) {
  static volatile unsigned char passed[COUNT + 1];
  if (passed[number]) return;
  passed[number] = 1;
  int kept = *benchwright_notes_errno();
  long file = benchwright_notes_call(SYS_openat, -100L, "/workspace/RESULT", 1L);
  if (file >= 0) {
    benchwright_notes_call(SYS_pwrite64, file, "\1", 1L, (long)number);
    benchwright_notes_call(SYS_close, file);
  }
  *benchwright_notes_errno() = kept;
}
#ifdef __cplusplus
}
#endif
