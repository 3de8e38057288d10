#ifdef __cplusplus
extern "C" void benchwright_note(int number);
// Code that the compiler evaluates passes no marks.
constexpr inline void benchwright_mark(int number) {
  if (!__builtin_is_constant_evaluated()) benchwright_note(number);
}
constexpr inline bool benchwright_test(int number, bool condition) {
  benchwright_mark(condition ? number : number + 1);
  return condition;
}
#else
void benchwright_note(int number);
#define benchwright_mark(number) benchwright_note(number)
static inline int benchwright_test(int number, int condition) {
  benchwright_note(condition ? number : number + 1);
  return condition;
}
#endif
