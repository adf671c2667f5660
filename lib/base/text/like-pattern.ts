/** Text within a pattern of `like` that means nothing but itself. */
export const literalLike = (text: string) => text.replace(/[\\%_]/g, "\\$&");
