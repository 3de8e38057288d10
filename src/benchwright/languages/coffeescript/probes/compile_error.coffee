broken = (
