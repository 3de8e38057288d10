cquit 3
