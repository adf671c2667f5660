/** Binds an encrypted secret to its row, so that a copy in another row cannot be read. */
export const aboutAccount = (project: number, account: number) => `network account ${project} ${account}`;
