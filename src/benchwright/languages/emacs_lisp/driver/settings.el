;; Nothing may be compiled to machine code in the background: neither libraries that a program loads nor functions that
;; it redefines. The variables' names differ between versions.
(setq native-comp-deferred-compilation nil
      native-comp-jit-compilation nil
      comp-enable-subr-trampolines nil
      native-comp-enable-subr-trampolines nil)
