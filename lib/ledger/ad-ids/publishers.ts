/** Publishers that reports and filters use for something else. Runs in the browser too. */

/** The publisher of spend, which networks report without one. */
export const notBrokenDownPublisher = "-";

/** The publisher of a filter for rows without a publisher. */
export const unknownPublisher = "none";

/** The publisher as stored in the ledger; null for any. */
export const storedPublisher = (text: string | undefined): string | null =>
  text === undefined ? null : text === unknownPublisher ? "" : text;
