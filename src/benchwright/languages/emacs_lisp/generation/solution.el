;; -*- lexical-binding: t -*-

(defun running-totals (numbers limit)
  "The running totals; after one that exceeds LIMIT, the next starts from 0."
  (let ((total 0)
        (totals '()))
    (dolist (number numbers)
      (setq total (+ total number))
      (push total totals)
      (when (> total limit)
        (setq total 0)))
    (nreverse totals)))
