;; Nothing is to be compiled to machine code behind a program's back: neither libraries that it loads nor functions that
;; it redefines. The names have changed over the versions.
(setq native-comp-deferred-compilation nil
      native-comp-jit-compilation nil
      comp-enable-subr-trampolines nil
      native-comp-enable-subr-trampolines nil)
