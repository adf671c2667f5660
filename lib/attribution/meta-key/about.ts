/** Ties a sealed key to its row, so that it cannot be opened in another one. */
export const metaKeyContext = (project: number) => `meta key ${project}`;
