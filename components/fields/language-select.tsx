"use client";

import { LANGUAGE_COOKIE, type Language, languageNames } from "@/lib/base/languages/languages";
import { currentLanguage, t } from "@/lib/base/languages/texts";
import { Select } from "./select";

const options = Object.entries(languageNames).map(([value, label]) => ({ value: value as Language, label }));

function choose(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=${365 * 86_400}; samesite=lax`;
  // The texts of a page are loaded with it.
  location.reload();
}

/** The language of the dashboard in this browser. */
export function LanguageSelect(props: { className?: string; size?: "sm" | "md" }) {
  return (
    <Select
      aria-label={t("Language")}
      options={options}
      value={currentLanguage() as Language}
      onValueChange={choose}
      {...props}
    />
  );
}
