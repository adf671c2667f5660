/** Binds encrypted credentials to their row, so that they cannot be decrypted in another one. */
export const aboutPurchases = (project: number, source: string) => `purchases ${project} ${source}`;
