// control: identifiers in other scripts, odd characters in texts, a line separator in a string, no newline at the end.
const größe = (wort) => wort.length;
const 𝓐 = 'ß Ⅷ 😀 \0   ${}';
const λ = /\p{L}+/u.test(𝓐) ? größe : undefined;

async function tally(words) {
  const counts = {};
  for await (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

async function longest(слова) {
  let 最長;
  for await (const слово of слова) {
    if (最長 === undefined || λ(слово) > λ(最長)) 最長 = слово;
  }
  return 最長;
}

function retry(task, times) {
  return Promise.resolve().then(task).catch((error) => {
    if (times <= 1) throw error;
    return retry(task, times - 1);
  });
}
// the end: { ` ( /*