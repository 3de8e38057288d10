(kill-emacs 3)
