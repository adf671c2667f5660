/** The languages of the dashboard, each in its own name. The texts in the source are English. */
export const languageNames = {
  en: "English",
  de: "Deutsch",
  es: "Español",
  pt: "Português",
  ja: "日本語",
  hi: "हिन्दी",
} as const;

export type Language = keyof typeof languageNames;

export const LANGUAGE_COOKIE = "language";

export const isLanguage = (value: string | undefined): value is Language =>
  value !== undefined && Object.hasOwn(languageNames, value);

/** The first language of an Accept-Language header that the dashboard has; otherwise English. */
function acceptedLanguage(header: string | null | undefined): Language {
  const accepted = (header ?? "")
    .slice(0, 500)
    .split(",")
    .map((part) => {
      const [tag = "", ...rest] = part.trim().split(";");
      const weight = rest.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find(Boolean);
      return { language: tag.toLowerCase().split("-")[0], weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return accepted.map(({ language }) => language).find(isLanguage) ?? "en";
}

const cookiePattern = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=([a-z]+)`);

/** The language of a request: the reader's choice in this browser, otherwise the browser's own. */
export const languageOf = (request: {
  cookie: string | null | undefined;
  accepted: string | null | undefined;
}): Language => {
  const chosen = cookiePattern.exec(request.cookie ?? "")?.[1];
  return isLanguage(chosen) ? chosen : acceptedLanguage(request.accepted);
};
