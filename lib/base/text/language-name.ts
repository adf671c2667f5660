import { displayNames } from "@/lib/base/languages/display-names";

/** The name of a language by its code, in the reader's language. */
export const languageName = (code: string): string => displayNames("language").of(code) ?? code;
