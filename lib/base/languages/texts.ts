import { IntlMessageFormat } from "intl-messageformat";

/** The translations of one language, by their English text. */
export type Texts = { language: string; texts: Record<string, string> };

/**
 * A browser has the texts of its page's language before any other script runs (app/layout.tsx). On the server, texts
 * are English: its modules serve all readers, and many texts are made when a module is loaded.
 */
const current = (): Texts | null => (globalThis as { cairnTexts?: Texts }).cairnTexts ?? null;

/** The language of the texts. */
export const currentLanguage = (): string => current()?.language ?? "en";

/** A label within a sentence: in lower case, except in German, whose nouns have a capital. */
export const inSentence = (label: string): string =>
  currentLanguage() === "de" ? label : label.toLowerCase();

type Numbers = (options?: Intl.NumberFormatOptions) => Intl.NumberFormat;
let numbers: Numbers | null = null;

/** Numbers in texts then have the format that the reader chose. */
export function setNumbersOfTexts(format: Numbers): void {
  numbers = format;
}

const made = new Map<string, IntlMessageFormat>();

function messageOf(text: string, ignoreTag: boolean): IntlMessageFormat {
  const texts = current();
  const translated = texts?.texts[text] ?? withoutNote(text);
  const language = texts?.texts[text] === undefined ? "en" : texts.language;
  const key = `${language}${ignoreTag ? " " : "<"}${translated}`;
  const known = made.get(key);
  if (known) return known;
  const message = new IntlMessageFormat(translated, language, undefined, {
    ignoreTag,
    formatters: {
      getNumberFormat: (locales, options) =>
        numbers ? numbers(options) : new Intl.NumberFormat(locales, options),
      getDateTimeFormat: (...given) => new Intl.DateTimeFormat(...given),
      getPluralRules: (...given) => new Intl.PluralRules(...given),
    },
  });
  made.set(key, message);
  return message;
}

/**
 * A text in the reader's language. `text` is the English one, written in place: bin/texts/collect.ts collects all of them.
 * With values it is an ICU message: `t("{count, plural, one {# click} other {# clicks}}", { count })`.
 */
export function t(text: string, values?: Record<string, string | number | null | undefined>): string {
  if (!values) return translated(text);
  return String(messageOf(text, true).format(values));
}

/** A text that the server sent, in the reader's language if it is among the translated ones. */
export const translated = (text: string): string => current()?.texts[text] ?? withoutNote(text);

/** A text with two meanings has a note for translators behind `##`: `t("Share##button")`. */
const withoutNote = (text: string): string => text.split("##", 1)[0]!;

/** The parts of a text with elements in it; components/rich.tsx makes one node of them. */
export const partsOf = <Part>(
  text: string,
  values: Record<string, Part | string | number | ((children: (Part | string)[]) => Part)>,
): (Part | string)[] =>
  [messageOf(text, false).format(values as Record<string, Part>)].flat() as (Part | string)[];
