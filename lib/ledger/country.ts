/** Countries as rows are narrowed by them: an ISO code, or this where nobody knows. Runs in the browser too. */
export const unknownCountry = "none";

/** As in the ledger; null for any. */
export const storedCountry = (text: string | undefined): string | null =>
  text === undefined ? null : text === unknownCountry ? "" : text;
