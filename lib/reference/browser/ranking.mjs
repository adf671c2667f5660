/** Ranks the entries of the search index. Browsers and tests run this same file. */

/** @import { SearchEntry } from "../render/search-index" */

/** @param {string} source */
const wordsIn = (source) => source.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * A plural is the same word as its singular.
 * @param {string} word
 */
const stem = (word) =>
  word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;

/** @param {string} source */
const stemsIn = (source) => wordsIn(source).map(stem);

/**
 * The points of a word: all of them for the word itself, half for a word that begins with it.
 * @param {string} word
 * @param {string[]} words
 * @param {number} points
 */
function found(word, words, points) {
  if (words.includes(word)) return points;
  return word.length > 1 && words.some((each) => each.startsWith(word)) ? points / 2 : 0;
}

const points = { page: 8, section: 4, row: 0 };

/**
 * The best entries for a query, the best first. Each word of the query must occur in an entry.
 * @param {SearchEntry[]} entries
 * @param {string} query
 * @param {number} [max]
 * @returns {SearchEntry[]}
 */
export function rank(entries, query, max = 12) {
  const words = stemsIn(query);
  if (words.length === 0) return [];
  const whole = words.join(" ");
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words, whole) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, max)
    .map(({ entry }) => entry);
}

/**
 * @param {SearchEntry} entry
 * @param {string[]} words
 * @param {string} whole
 */
function scoreOf(entry, words, whole) {
  const title = stemsIn(entry.title);
  const keywords = stemsIn(entry.keywords);
  const text = stemsIn(entry.text);
  let score = points[entry.kind];
  if (title.join(" ") === whole) score += 100;
  // Of entries with all words, the ones with adjacent words are first.
  else if (words.length > 1 && ` ${title.join(" ")} | ${keywords.join(" ")} `.includes(` ${whole} `))
    score += 20;
  for (const word of words) {
    const most = Math.max(found(word, title, 40), found(word, keywords, 30), found(word, text, 10));
    if (most === 0) return 0;
    score += most;
  }
  return score;
}
