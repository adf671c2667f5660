/** Binds encrypted credentials to their row, so that they cannot be decrypted in another one. */
export const aboutPushService = (project: number, kind: string) => `push service ${project} ${kind}`;
