/** Ties sealed credentials to their row, so that they cannot be opened in another one. */
export const aboutPushService = (project: number, kind: string) => `push service ${project} ${kind}`;
