/** Which row a sealed secret belongs to. */
export const aboutAccount = (project: number, account: number) => `network account ${project} ${account}`;
