/** Escapes text for a `like` pattern, so that it matches only itself. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, "\\$&");
