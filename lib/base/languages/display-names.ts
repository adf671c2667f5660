import { currentLanguage } from "./texts";

const made = new Map<string, Intl.DisplayNames>();

/** Names of countries, languages or currencies, in the reader's language. A code without a name has none. */
export function displayNames(type: "region" | "language" | "currency", language = currentLanguage()) {
  const key = `${type} ${language}`;
  const names = made.get(key) ?? new Intl.DisplayNames(language, { type, fallback: "none" });
  made.set(key, names);
  return names;
}
