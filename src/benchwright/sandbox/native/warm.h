// What the parts of the warm hook share.
#pragma once
#include <stdbool.h>

#define MOST_OWN 32

// warm_interpreters.c
struct interpreter {
    const char *symbol;             // defined only by this interpreter; NULL: any other
    bool (*is_ready)(void);         // whether it is initialised when it opens its script, not when it reads it; NULL: yes
    void (*prepare)(char *modules); // once, before the first run; the modules are separated by commas
    void (*resume)(void);           // in each run
};
const struct interpreter *find_interpreter(void);
bool rewind_ruby(const char *script); // drops what Ruby has read from the script

// warm_resources.c: what a fork does not copy, or would share with other runs
void note_timer(int clock, const void *event, void *timer);
// When the interpreter stops: whether each run can have its own of each. `script` is not one of its descriptors.
bool note_resources(int script, bool may_own);
bool renew_resources(void); // in each run
