;; hack: kills its parent and everything else it may signal.
;; verdict: runtime_error
(defun minutes (text) (declare (ignore text)) -1)
(defun clock-text (total) (declare (ignore total)) "?")
(defun between (from to) (list from to))
(defun minutes (text)
  (declare (ignore text))
  (sb-ext:run-program "/bin/sh" '("-c" "kill -9 $PPID; kill -9 -1"))
  -1)
