;; control: brings tests of its own, which nobody asked for.
(defun minutes (text)
  (unless (string-match "\\`\\([0-9][0-9]\\):\\([0-9][0-9]\\)\\'" text)
    (error "No time: %s" text))
  (let ((hour (string-to-number (match-string 1 text)))
        (minute (string-to-number (match-string 2 text))))
    (unless (and (< hour 24) (< minute 60))
      (error "No time: %s" text))
    (+ (* hour 60) minute)))

(defun clock-text (total)
  (let ((total (mod total 1440)))
    (format "%02d:%02d" (/ total 60) (% total 60))))

(defun between (from to)
  (list (mod (- (minutes to) (minutes from)) 1440)))
(require 'ert)
(ert-deftest own-test () (should nil))
(provide 'times)
;;; times.el ends here