/** Escapes text for a `like` pattern, so that it matches only itself. */
export const literalLike = (text: string) => text.replace(/[\\%_]/g, "\\$&");
