/* What GHC generates and compiles for every program that it links: the C entry point, with its default settings. */

#include <Rts.h>

extern StgClosure ZCMain_main_closure;

int main(int count, char *arguments[]) {
    RtsConfig settings = defaultRtsConfig;
    settings.rts_opts_enabled = RtsOptsSafeOnly;
    settings.rts_hs_main = true;
    return hs_main(count, arguments, &ZCMain_main_closure, settings);
}
