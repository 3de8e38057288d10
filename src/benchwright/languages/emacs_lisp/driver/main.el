;;; main.el --- runs the tests over the solution -*- lexical-binding: t -*-

;; Evaluates the solution and then the tests as if they were one text, and proves that the tests ran to completion. The
;; protocol is described in benchwright/languages/join.py. This file is compiled once per toolchain: variables of
;; compiled code have no names. The canary detects what a solution could still find by searching this process.

(eval-when-compile (require 'ert))
(declare-function ert-run-tests "ert")
(declare-function ert-test-result-expected-p "ert")

(defun benchwright-contents (name)
  (with-temp-buffer
    (let ((coding-system-for-read 'utf-8-unix))
      (insert-file-contents name))
    (buffer-string)))

(defun benchwright-field (value)
  (let ((text (replace-regexp-in-string "[\0-\37]" " " (format "%s" value))))
    (substring text 0 (min 200 (length text)))))

(defun benchwright-line-at (text position)
  (let ((number 1) (start 0))
    (while (and (setq start (string-match "\n" text start)) (< start position))
      (setq number (1+ number) start (1+ start)))
    number))

;; The first line on which a form is in a text; nil if it is not in it.
(defun benchwright-line-of (text form)
  (let ((start 0) (found nil))
    (while (and (not found) (setq start (string-match "(" text start)))
      (when (equal form (car (ignore-errors (read-from-string text start))))
        (setq found (benchwright-line-at text start)))
      (setq start (1+ start)))
    found))

;; Names of the functions that a text defines, with their lines.
(defun benchwright-functions (text)
  (let ((found (make-hash-table :test #'eq))
        (start 0)
        (definition (concat "(\\(?:cl-\\)?def\\(?:un\\|macro\\|subst\\|method\\|generic\\|ine-inline\\)\\*?[ \t\n]+"
                            "\\([^][ \t\n()'\"]+\\)")))
    (while (string-match definition text start)
      (setq start (match-end 0))
      (puthash (intern (match-string 1 text)) (benchwright-line-at text (match-beginning 0)) found))
    found))

;; What the stack shows about a signal: who raised it on purpose, the innermost named function of the texts, and the
;; forms between the two. This runs for every signal, whether it is caught later or not, so it stops early.
(defun benchwright-origin (functions)
  (let ((raiser nil) (between nil) (boundary nil) (forms nil) (own nil))
    (catch 'known
      (mapbacktrace
       (lambda (evaluated function arguments _flags)
         (cond
          ((not (symbolp function)) (when (or raiser forms) (setq boundary t)))
          ((gethash function functions)
           (setq own function)
           (throw 'known nil))
          (boundary)
          ((eq function 'eval) (setq boundary t))
          ((not evaluated) (push (cons function arguments) forms))
          ((memq function '(error signal user-error cl--assertion-failed ert-fail))
           (setq raiser function)
           (when (eq function 'cl--assertion-failed)
             (push (list 'progn (car arguments)) forms)))
          ;; A library function raised it, or a caught error is raised again.
          (raiser (setq between t))))))
    (list (and (not between) raiser) own (nreverse forms))))

;; The line of the tests' text that made a check fail: that of the check itself, or of what raised the error.
(defun benchwright-line-of-check (text problem forms)
  (let* ((check (car-safe (cdr problem)))
         (around (apply #'append (mapcar (lambda (form) (reverse (cdr-safe form))) forms)))
         (candidates (cons check (cons (car-safe check) around)))
         (found nil))
    (while (and candidates (not found))
      (let ((form (car candidates)))
        (setq found (and (consp form) (benchwright-line-of text form))
              candidates (cdr candidates))))
    found))

;; Calls a function with each form of a text. NOTE is called with the position of each.
(defun benchwright-evaluate (text lexical note)
  (let ((position 0) (blank "\\(?:[ \t\n\f\r]\\|;[^\n]*\\)*"))
    (while (progn
             (string-match blank text position)
             (setq position (match-end 0))
             (< position (length text)))
      (funcall note position)
      (let ((form (read-from-string text position)))
        (setq position (cdr form))
        (funcall note nil)
        (benchwright-evaluate-form (car form) lexical)))))

;; As `load' does it: macros are expanded once, before the form is evaluated.
(defun benchwright-evaluate-form (form lexical)
  (setq form (internal-macroexpand-for-load form nil))
  (if (eq (car-safe form) 'progn)
      (mapc (lambda (each) (benchwright-evaluate-form each lexical)) (cdr form))
    (eval (internal-macroexpand-for-load form t) lexical)))

(defun benchwright-lexical-p (text)
  (string-match-p "\\`\\(?:#!.*\n\\)?.*-\\*-.*lexical-binding: *t" text))

;; What checks consist of, and what evaluates them.
(defun benchwright-definitions ()
  (let ((names '(and cond condition-case defun dolist eq eql equal error eval function if ignore-errors
                 internal-macroexpand-for-load kill-emacs lambda let let* macroexpand macroexpand-all mapbacktrace not
                 null or progn quote read-from-string setq signal string-equal string= unless user-error when while
                 write-region cl--assertion-failed = /= < > <= >=)))
    (mapatoms (lambda (name)
                (when (and (fboundp name) (string-prefix-p "benchwright-" (symbol-name name)))
                  (setq names (cons name names)))))
    (mapcar (lambda (name) (cons name (symbol-function name))) names)))

(defun benchwright-restore (definitions solution)
  (dolist (definition definitions)
    (unless (eq (symbol-function (car definition)) (cdr definition))
      (fset (car definition) (cdr definition))))
  ;; Reloads libraries that checks come from, if the solution mentions what they define.
  (when (and (featurep 'cl-macs) (string-match-p "cl-assert\\|cl-macs" solution))
    (load "cl-macs" t t))
  (when (and (featurep 'ert) (string-match-p "ert\\|should" solution))
    (load "ert" t t)))

(defun benchwright-run ()
  (let* ((nonce (benchwright-contents "/dev/fd/3"))
         (texts (list (benchwright-contents "/workspace/solution.el") (benchwright-contents "/workspace/tests.el")))
         (functions (benchwright-functions (car texts)))
         (functions-of-tests (benchwright-functions (cadr texts)))
         (framework (string-match-p "(ert-deftest[ \t\n]" (cadr texts)))
         (definitions (benchwright-definitions))
         (process (emacs-pid))
         (in-tests nil) (position 0) (reading nil) (has-code nil) (ran nil) (units nil) (fault nil) (last nil)
         say tell-units finish origin-of report run-framework)
    (delete-file "/workspace/tests.el")
    (setq say
          (lambda (&rest fields)
            (when (eql process (emacs-pid)) ; a forked copy of the tests must not report
              (let ((coding-system-for-write 'utf-8-unix))
                (write-region (concat (mapconcat #'identity (cons nonce (mapcar #'benchwright-field fields)) "\t") "\n")
                              nil "/dev/fd/4" t 'silent))))
          tell-units
          (lambda ()
            (let ((told 0))
              (dolist (unit (reverse units))
                (when (<= (setq told (1+ told)) 200)
                  (apply say "unit" unit)))))
          finish
          (lambda ()
            (let ((failed 0) (skipped 0))
              (dolist (unit units)
                (when (equal (nth 1 unit) "failed") (setq failed (1+ failed)))
                (when (equal (nth 1 unit) "skipped") (setq skipped (1+ skipped))))
              (funcall tell-units)
              (when fault
                (apply say "fail" fault))
              (funcall say "end" (cond (units (length units)) ((and has-code (not framework)) 1) (t 0)) failed skipped)
              (setq kill-emacs-hook nil)
              (kill-emacs (if (or fault (> failed 0)) 1 0))))
          ;; The fields of a `fail' line for an error that nobody handled.
          origin-of
          (lambda (problem)
            (let* ((known (and (eq (car last) (cdr problem)) (cdr last)))
                   (own (nth 1 known))
                   (line (and own (not (gethash own functions-of-tests)) (gethash own functions)))
                   (of-tests (and in-tests (not line)))
                   (found (and of-tests (benchwright-line-of-check (cadr texts) problem (nth 2 known))))
                   (check (and of-tests (cond ((eq (car problem) 'ert-test-failed) t)
                                              ;; Inside the framework it is not signalled.
                                              ((and ran (eq (car problem) 'cl-assertion-failed))
                                               (not (benchwright-line-of (car texts) (car-safe (cadr problem)))))
                                              (t (car known)))))
                   (message (if (stringp (car-safe (cdr-safe problem))) (cadr problem) (error-message-string problem))))
              ;; A solution may modify list literals of the tests; the form is then no longer in the text.
              (setq found (or found (and own (gethash own functions-of-tests))))
              (unless (or line found ran)
                (setq found (benchwright-line-at (nth (if in-tests 1 0) texts) position)))
              (list (if check "assertion" "error") (car problem)
                    (format "%s:%d" (if of-tests "tests.el" "solution.el") (or line found 0))
                    message)))
          report
          (lambda (problem)
            (let ((fields (funcall origin-of problem)))
              (funcall tell-units)
              (apply say "fail" fields)
              (message "%s: %s" (nth 2 fields) (nth 3 fields))
              (setq kill-emacs-hook nil)
              (kill-emacs 1)))
          run-framework
          (lambda (&optional selector)
            (setq ran t)
            (ert-run-tests
             (or selector t)
             (lambda (event &rest arguments)
               (when (eq event 'test-ended)
                 (let* ((test (nth 1 arguments))
                        (result (nth 2 arguments))
                        (problem (and (ert-test-result-with-condition-p result)
                                      (ert-test-result-with-condition-condition result)))
                        (status (cond ((ert-test-skipped-p result) "skipped")
                                      ((ert-test-result-expected-p test result) "passed")
                                      (t "failed")))
                        (fields (if (and problem (equal status "failed"))
                                    (funcall origin-of problem)
                                  '("assertion" "" "" ""))))
                   (when (equal status "failed")
                     (message "%s failed: %s" (ert-test-name test) (nth 3 fields))
                     (unless (or (equal (car fault) "assertion") (and fault (equal (car fields) "error")))
                       (setq fault (list (car fields) (ert-test-name test) (nth 2 fields) (nth 3 fields)))))
                   (setq units (cons (list (ert-test-name test) status (if (equal status "failed") (nth 2 fields) "")
                                           (if (equal status "failed") (nth 3 fields) ""))
                                     units))))))))
    (let* ((lexical (benchwright-lexical-p (car texts)))
           (note (lambda (start)
                   (setq reading start)
                   (when start (setq position start has-code in-tests last nil))))
           (hook (lambda (_symbol data) (setq last (cons data (benchwright-origin functions)))))
           (load-file-name "/workspace/solution.el")
           (load-in-progress t))
      (maphash (lambda (name line) (puthash name line functions)) functions-of-tests)
      (setq command-line-args-left nil)
      (condition-case problem
          (progn
            (setq signal-hook-function hook)
            (benchwright-evaluate (car texts) lexical note)
            (setq signal-hook-function nil)
            (benchwright-restore definitions (car texts))
            (when (string-match-p "(cl-" (cadr texts)) (require 'cl-lib))
            (when framework
              (require 'ert)
              (mapatoms (lambda (name) (put name 'ert--test nil)))
              (fset 'ert-run-tests-batch run-framework)
              (fset 'ert-run-tests-batch-and-exit (lambda (&optional selector)
                                                    (funcall run-framework selector)
                                                    (funcall finish))))
            (defalias 'benchwright-unit (lambda (name) (setq units (cons (list name "passed" "" "") units))))
            (defalias 'benchwright-exit
              (lambda (line &optional status)
                (unless (integerp status) (setq status 0))
                (when (eql status 0) (funcall finish))
                (funcall tell-units)
                (funcall say "fail" "exit" "kill-emacs" (format "tests.el:%d" line) (format "status %s" status))
                (setq kill-emacs-hook nil)
                (kill-emacs status)))
            (setq in-tests t position 0 signal-hook-function hook)
            (benchwright-evaluate (cadr texts) (or lexical (benchwright-lexical-p (cadr texts))) note)
            (when (and framework (not ran)) (funcall run-framework)))
        ;; With `debug', so that the framework, which catches errors as a debugger does, still sees them.
        ((debug error quit)
         (setq signal-hook-function nil)
         (when (and reading (memq (car problem) '(end-of-file invalid-read-syntax)))
           (funcall say "fail" "syntax" (car problem)
                    (format "%s:%d" (if in-tests "tests.el" "solution.el")
                            (benchwright-line-at (nth (if in-tests 1 0) texts) reading))
                    (error-message-string problem))
           (message "%s" (error-message-string problem))
           (kill-emacs 1))
         (funcall report problem)))
      (funcall finish))))

;; A throw to `top-level' or `exit' abandons the tests. Batch mode has no such catch, so Emacs exits here.
(catch 'top-level
  (catch 'exit
    (benchwright-run)))
(kill-emacs 0)
