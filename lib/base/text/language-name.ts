import { currentLanguage } from "@/lib/base/languages/texts";

const namesByLanguage = new Map<string, Intl.DisplayNames>();

/** The name of a language by its code, in the reader's language. */
export function languageName(code: string): string {
  const language = currentLanguage();
  const names = namesByLanguage.get(language) ?? new Intl.DisplayNames([language], { type: "language" });
  namesByLanguage.set(language, names);
  return names.of(code) ?? code;
}
