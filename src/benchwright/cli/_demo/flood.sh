yes "more and more"
