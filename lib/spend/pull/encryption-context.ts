/** Ties a sealed secret to its row, so that it cannot be opened in another one. */
export const aboutAccount = (project: number, account: number) => `network account ${project} ${account}`;
