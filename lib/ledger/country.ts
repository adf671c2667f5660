/** Countries as rows are narrowed by them: an ISO code, or this where nobody knows. Runs in the browser too. */
export const unknownCountry = "none";

/** The country of spend without one, so that it is no part of what has an unknown country. */
export const notBrokenDownCountry = "-";

/** The platform of such spend in filters. */
export const withoutPlatform = "NONE" as const;

/** The label of spend without a platform or country. */
export const notBrokenDown = "Not broken down";

/** As in the ledger; null for any. */
export const storedCountry = (text: string | undefined): string | null =>
  text === undefined ? null : text === unknownCountry ? "" : text;
