function longestRun(text) {
  const runs = text.match(/(.)\1*/g) || [''];
  return runs.reduce((best, run) => (run.length >= best.length ? run : best));
}
