/** The country of a filter: an ISO code, or this value for unknown countries. Runs in the browser too. */
export const unknownCountry = "none";

/** The country of spend without one, to separate it from figures of an unknown country. */
export const notBrokenDownCountry = "-";

/** The filter value for spend without a platform. */
export const withoutPlatform = "NONE" as const;

/** The label of spend without a platform or country, and of clicks and spend without an app version. */
export const notBrokenDown = "Not broken down";

/** The country as stored in the ledger; null for any. */
export const storedCountry = (text: string | undefined): string | null =>
  text === undefined ? null : text === unknownCountry ? "" : text;
