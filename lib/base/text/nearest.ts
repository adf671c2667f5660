/** The edit distance of two words; two swapped letters count once. */
function distance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const change = one[i - 1] === other[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        rows[i - 1]![j]! + 1,
        row[j - 1]! + 1,
        rows[i - 1]![j - 1]! + change,
        swapped ? rows[i - 2]![j - 2]! + 1 : Number.POSITIVE_INFINITY,
      );
    }
    rows.push(row);
  }
  return rows.at(-1)!.at(-1)!;
}

/** The word that was probably meant; null if none is close enough to be a helpful suggestion. */
export function nearestWord(word: string, known: string[]): string | null {
  const judged = known
    .map((name) => ({ name, away: name.startsWith(word) ? 0.5 : distance(word, name) }))
    .sort((a, b) => a.away - b.away);
  const [best] = judged;
  return best && word.length > 1 && best.away <= Math.max(1, Math.floor(word.length / 3)) ? best.name : null;
}
