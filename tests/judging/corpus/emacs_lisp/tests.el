(require 'cl-lib)

(defun same (got want)
  (unless (equal got want)
    (error "Got %S instead of %S" got want)))

(defun test-minutes ()
  (cl-assert (= (minutes "09:30") 570))
  (cl-assert (equal (minutes "00:00") 0))
  (cl-assert (eq 'caught (condition-case nil (minutes "24:61") (error 'caught)))))

(test-minutes)
(cl-assert (string= (clock-text 570) "09:30"))
(cl-assert (equal (clock-text -60) "23:00") t "before midnight")
(same (between "22:30" "06:00") '(450))
(when (not (string= (clock-text 0) "00:00"))
  (message "clock-text")
  (kill-emacs 1))
(princ "done\n")
