;;; Loads the solution and then the tests as if they were one text, and proves that the tests ran to completion. The
;;; protocol is described in benchwright/languages/join.py. This file is compiled once per toolchain. Everything that
;;; the verdict depends on is fetched before the solution runs, and has no name afterwards. The canary detects what a
;;; solution could still find by searching this process.

(defpackage :benchwright (:use :cl))
(in-package :benchwright)

(defconstant +most-units+ 200)

;; The nonce, and a stream that child processes do not inherit.
(defun open-pipes ()
  (let* ((input (sb-sys:make-fd-stream 3 :input t :buffering :full :external-format :latin-1))
         (nonce (string-trim '(#\Newline) (read-line input)))
         (fcntl (sb-alien:extern-alien "fcntl" (function sb-alien:int sb-alien:int sb-alien:int sb-alien:int)))
         (number (sb-alien:alien-funcall fcntl 4 1030 60))) ; F_DUPFD_CLOEXEC
    (close input)
    (sb-unix:unix-close 4)
    (values nonce (sb-sys:make-fd-stream number :output t :input nil :buffering :full
                                                :external-format '(:utf-8 :replacement #\?)))))

(defun field (value)
  (let ((text (substitute-if #\Space (lambda (character) (< (char-code character) 32)) (princ-to-string value))))
    (subseq text 0 (min 200 (length text)))))

(defun write-contents (name text)
  (with-open-file (stream name :direction :output :if-exists :supersede :external-format :utf-8)
    (write-string text stream)))

(defun contents (name)
  (with-open-file (stream name :external-format '(:utf-8 :replacement #\?))
    (let* ((text (make-string (file-length stream)))
           (length (read-sequence text stream)))
      (subseq text 0 length))))

;;; Places. The debugger knows the number of a form inside a top-level form; reading the text again up to that form
;;; gives the line.

(defun line-at (text position)
  (1+ (count #\Newline text :end (min position (length text)))))

;; The top-level form with this number, and the lines on which its lists start.
(defun read-again (text number package)
  (let* ((lines (make-hash-table :test #'eq))
         (*readtable* (copy-readtable))
         (*package* package)
         (read-list (get-macro-character #\( nil)))
    (set-macro-character #\( (lambda (stream character)
                               (let* ((line (line-at text (file-position stream)))
                                      (list (funcall read-list stream character)))
                                 (setf (gethash list lines) line)
                                 list)))
    (with-input-from-string (stream text)
      (loop for form = (read stream)
            repeat number
            when (and (consp form) (eq (first form) 'in-package)) do (eval form)
            finally (return (values form lines))))))

(defun line-of (location text package)
  (let ((number (sb-di:code-location-toplevel-form-offset location)))
    (multiple-value-bind (form lines) (read-again text number package)
      (let* ((paths (sb-di:form-number-translations form 0))
             (inner (sb-di:code-location-form-number location))
             (path (if (< inner (length paths)) (rest (reverse (rest (aref paths inner)))) '()))
             (line (gethash form lines)))
        (dolist (index path line)
          (unless (consp form) (return line))
          (setf form (nth index form)
                line (gethash form lines line)))))))

;; The innermost frame in either text: its file, its position, and what it called. Simple top-level forms are not
;; compiled: their frame is the evaluator's, and the file is the one being loaded.
(defun innermost-frame ()
  (do ((frame (sb-di:top-frame) (sb-di:frame-down frame))
       (called nil (sb-di:debug-fun-name (sb-di:frame-debug-fun frame))))
      ((null frame) (values nil nil nil))
    (let* ((location (sb-di:frame-code-location frame))
           (source (ignore-errors (sb-di:code-location-debug-source location)))
           (path (and source (ignore-errors (sb-int:debug-source-namestring source))))
           (function (sb-di:debug-fun-name (sb-di:frame-debug-fun frame))))
      (when (member path '("/workspace/solution.lisp" "/workspace/tests.lisp") :test #'equal)
        (return (values (subseq path (length "/workspace/")) location called)))
      (when (and (symbolp function) (search "EVAL" (symbol-name function)) *load-truename*)
        (return (values (file-namestring *load-truename*) nil called))))))

;;; What checks consist of: everything in the language's own package, and what reads and expands the tests.

(defun definitions ()
  (let ((found '()))
    (do-external-symbols (symbol :cl found)
      (when (and (fboundp symbol) (not (special-operator-p symbol)))
        (push (list symbol (macro-function symbol) (unless (macro-function symbol) (fdefinition symbol))
                    (compiler-macro-function symbol))
              found)))))

(defun restore (definitions)
  (sb-ext:without-package-locks
    (loop for (symbol macro function compiler-macro) in definitions
          unless (eq macro (macro-function symbol))
            do (if macro (setf (macro-function symbol) macro) (fmakunbound symbol))
          unless (or macro (and (fboundp symbol) (eq function (fdefinition symbol))))
            do (setf (fdefinition symbol) function)
          unless (eq compiler-macro (compiler-macro-function symbol))
            do (setf (compiler-macro-function symbol) compiler-macro)))
  (setf *macroexpand-hook* #'funcall
        *break-on-signals* nil
        sb-ext:*evaluator-mode* :compile))

;; A package that shadows what checks consist of would replace the checks.
(defun uncover (package)
  (dolist (name '("ASSERT" "ERROR" "UNLESS" "WHEN" "IF" "NOT" "EQ" "EQL" "EQUAL" "HANDLER-CASE" "CHECK-TYPE"))
    (when (member name (package-shadowing-symbols package) :test #'string=)
      (shadowing-import (find-symbol name :cl) package))))

(defun standard-characters (readtable)
  (let ((copy (copy-readtable readtable)))
    (loop for character across "()'\";`," do (set-syntax-from-char character character copy nil))
    copy))

(defun define-name (name function)
  (setf (symbol-function (intern name :cl-user)) function))

(defun message-of (condition)
  (or (ignore-errors (princ-to-string condition)) ""))

(defun line-in-message (message)
  (let ((found (search "line: " message :test #'char-equal)))
    (and found (parse-integer message :start (+ found 6) :junk-allowed t))))

(defun exit-status (arguments)
  (destructuring-bind (&key code unix-status abort &allow-other-keys) (if (keywordp (first arguments)) arguments '())
    (cond ((integerp (first arguments)) (first arguments))
          ((or code unix-status))
          (t (if abort 1 0)))))

(defun drive ()
  (multiple-value-bind (nonce proof) (open-pipes)
    (let ((process (sb-unix:unix-getpid))
          (texts (list (cons "solution.lisp" (contents "/workspace/solution.lisp"))
                       (cons "tests.lisp" (contents "/workspace/tests.lisp"))))
          (kept (definitions))
          (package (find-package :cl-user))
          (readtable *readtable*)
          (lines '())
          (done 0)
          (units '()))
      (labels ((say (&rest fields)
                 ;; A forked copy of the tests must not report.
                 (when (= process (sb-unix:unix-getpid))
                   (with-standard-io-syntax
                     (format proof "~a~{	~a~}~%" nonce (mapcar #'field fields)))
                   (finish-output proof)))
               (leave (status)
                 (ignore-errors (finish-output *standard-output*) (finish-output *error-output*))
                 (ignore-errors (finish-output sb-sys:*stdout*) (finish-output sb-sys:*stderr*))
                 (sb-ext:exit :code status :abort t))
               (tell-units ()
                 (loop for name in (reverse units) repeat +most-units+ do (say "unit" name "passed" "" "")))
               (place (name location)
                 (let* ((in-tests (equal name "tests.lisp"))
                        (line (if location
                                  (ignore-errors
                                   (line-of location (cdr (assoc name texts :test #'string=))
                                            (if in-tests package (find-package :cl-user))))
                                  (and in-tests (nth done lines)))))
                   (if line (format nil "~a:~d" name line) "")))
               (finish ()
                 (tell-units)
                 (say "end" (max (length units) (min 1 (length lines))) 0 0)
                 (leave 0))
               (exit-of-tests (line &rest arguments)
                 (let ((status (exit-status arguments)))
                   (when (eql status 0) (finish))
                   (tell-units)
                   (say "fail" "exit" "exit" (format nil "tests.lisp:~d" line) (format nil "status ~a" status))
                   (leave status)))
               (note (name) (pushnew name units :test #'string=))
               (unreadable (message file)
                 (let ((known (search "ackage" message))
                       (line (line-in-message message)))
                   (say "fail" (if known "error" "syntax") "reader error" (format nil "~a:~d" file (or line 0))
                        message)))
               (uncaught (condition hook)
                 (declare (ignore hook))
                 (setf sb-ext:*invoke-debugger-hook* (lambda (again hook) (declare (ignore again hook)) (leave 1)))
                 (let ((message (message-of condition))
                       (type (type-of condition))
                       (file (and *load-truename* (file-namestring *load-truename*))))
                   (tell-units)
                   ;; Too little stack or memory is left to find out more.
                   (when (typep condition 'storage-condition)
                     (say "fail" "error" type "" "")
                     (leave 1))
                   (if (and (symbolp type) (string= type "INPUT-ERROR-IN-LOAD"))
                       (unreadable message file)
                       (multiple-value-bind (name location called) (innermost-frame)
                         (let* ((called (and (symbolp called) called (symbol-name called)))
                                (raised (member called '("ERROR" "CERROR" "ASSERT-ERROR" "CHECK-TYPE-ERROR")
                                                :test #'equal))
                                (check (and raised (equal name "tests.lisp"))))
                           (say "fail" (if check "assertion" "error") (if (equal called "ASSERT-ERROR") "assert" type)
                                (place name location) message))))
                   (format *error-output* "~&Unhandled ~a: ~a~%" type message)
                   (leave 1))))
        (delete-file "/workspace/tests.lisp")
        (define-name "BENCHWRIGHT-LEFT" (lambda () (setf package *package* readtable *readtable*)))
        (delete-package :benchwright)
        (setf sb-ext:*posix-argv* (list "sbcl" "--script" "/workspace/main.lisp")
              sb-ext:*invoke-debugger-hook* #'uncaught)
        (load "/workspace/solution.lisp" :external-format '(:utf-8 :replacement #\?))
        (restore kept)
        (uncover package)
        (define-name "BENCHWRIGHT-UNIT" #'note)
        (define-name "BENCHWRIGHT-EXIT" #'exit-of-tests)
        (define-name "BENCHWRIGHT-DONE" (lambda () (incf done)))
        (setf sb-ext:*invoke-debugger-hook* #'uncaught
              *debugger-hook* nil)
        ;; `load` needs a file; the first form of the tests deletes it.
        (define-name "BENCHWRIGHT-START" (lambda (&rest lines-of-forms)
                                           (setf lines lines-of-forms)
                                           (delete-file "/workspace/tests.lisp")))
        (write-contents "/workspace/tests.lisp" (cdr (second texts)))
        (let ((*package* package)
              (*readtable* (standard-characters readtable)))
          (load "/workspace/tests.lisp" :external-format '(:utf-8 :replacement #\?)))
        ;; A restart can skip a form or the rest of the text.
        (if (= done (length lines)) (finish) (leave 0))))))

(in-package :cl-user)
(let ((*package* (find-package :cl-user)))
  (benchwright::drive))
