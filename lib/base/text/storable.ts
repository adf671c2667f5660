/** Postgres stores neither U+0000 nor half a surrogate pair. */
export const isStorableText = (text: string): boolean => !text.includes("\u0000") && text.isWellFormed();
