import { readFileSync } from "node:fs";
import { join } from "node:path";
import { IntlMessageFormat } from "intl-messageformat";
import { afterEach, describe, expect, test } from "vitest";
import { sourceTexts } from "@/bin/texts/collect";
import { languageNames, languageOf } from "@/lib/base/languages/languages";
import { currentLanguage, partsOf, type Texts, t, translated } from "@/lib/base/languages/texts";

const holder = globalThis as { cairnTexts?: Texts };
afterEach(() => {
  delete holder.cairnTexts;
});

describe("the language of a request", () => {
  const of = (accepted: string, cookie = "") => languageOf({ cookie, accepted });

  test("is the first that the browser accepts and the dashboard has", () => {
    expect(of("fr-CH, de;q=0.8, en;q=0.7")).toBe("de");
    expect(of("en;q=0.5, pt-BR")).toBe("pt");
    expect(of("ja;q=0, hi;q=0.1")).toBe("hi");
    expect(of("fr, nl;q=0.9")).toBe("en");
    expect(of("")).toBe("en");
    expect(languageOf({ cookie: undefined, accepted: undefined })).toBe("en");
    expect(of(`${"x,".repeat(100_000)}de`)).toBe("en");
  });

  test("is the reader's choice, if there is one", () => {
    expect(of("de", "theme=dark; language=ja")).toBe("ja");
    expect(of("de", "language=en")).toBe("en");
    expect(of("de", "language=constructor")).toBe("de");
    expect(of("de", "no-language=ja")).toBe("de");
  });
});

describe("texts", () => {
  test("are English without translations", () => {
    expect(t("Revenue")).toBe("Revenue");
    expect(currentLanguage()).toBe("en");
    const clicks = (count: number) => t("{count, plural, one {# click} other {# clicks}}", { count });
    expect([clicks(1), clicks(2)]).toEqual(["1 click", "2 clicks"]);
    expect(t("{name} isn't <here>", { name: "It's {mine}" })).toBe("It's {mine} isn't <here>");
    expect(t("{name} of {none}", { name: "A", none: null })).toBe("A of ");
    expect([t("Share##button"), t("{n} more##rows", { n: 2 })]).toEqual(["Share", "2 more"]);
  });

  test("are translated if a translation exists, with the plural forms of the language", () => {
    const plural = "{count, plural, one {# click} other {# clicks}}";
    holder.cairnTexts = {
      language: "de",
      texts: { Revenue: "Umsatz", [plural]: "{count, plural, one {# Klick} other {# Klicks}}" },
    };
    expect([t("Revenue"), t("Spend"), translated("Revenue")]).toEqual(["Umsatz", "Spend", "Umsatz"]);
    expect(t(plural, { count: 1 })).toBe("1 Klick");
    expect(currentLanguage()).toBe("de");
  });

  test("may have elements as values and between tags", () => {
    expect(
      partsOf<object>("See <link>the {what}</link> now", { link: ([text]) => ({ text }), what: "docs" }),
    ).toEqual(["See ", { text: "the docs" }, " now"]);
  });
});

type Piece = {
  type: number;
  value?: unknown;
  options?: Record<string, { value: Piece[] }>;
  children?: Piece[];
};

/** The values and tags of a message, with the branches of its choices. */
function partsIn(pieces: Piece[]): string[] {
  return pieces.flatMap((piece) => {
    if (piece.type === 0 || piece.type === 7) return [];
    const branches = piece.type === 5 ? Object.keys(piece.options ?? {}).sort() : [];
    return [
      [piece.type, piece.value, ...branches].join(" "),
      ...partsIn(piece.children ?? []),
      ...Object.values(piece.options ?? {}).flatMap(({ value }) => partsIn(value)),
    ];
  });
}
const formOf = (message: string, isRich: boolean) =>
  [
    ...new Set(
      partsIn(new IntlMessageFormat(message, "en", undefined, { ignoreTag: !isRich }).getAst() as Piece[]),
    ),
  ].sort();

describe.each(Object.keys(languageNames).filter((language) => language !== "en"))(
  "the texts in %s",
  (language) => {
    const texts: Record<string, string> = JSON.parse(
      readFileSync(join(import.meta.dirname, "../../../languages", `${language}.json`), "utf8"),
    );
    const sources = sourceTexts();

    test("are those of the source, all of them and no others", () => {
      const known = new Set(sources.map(({ text }) => text));
      expect(sources.map(({ text }) => text).filter((text) => !texts[text]?.trim())).toEqual([]);
      expect(Object.keys(texts).filter((text) => !known.has(text))).toEqual([]);
    });

    test("have the values, tags and branches of the English text, and the spaces at its ends", () => {
      const ends = (text: string) => [/^\s*/.exec(text)?.[0], /\s*$/.exec(text)?.[0]].join("|");
      const wrong = sources.filter(({ text, isRich, hasValues }) => {
        const own = texts[text] ?? "";
        if (ends(own) !== ends(text)) return true;
        return hasValues && formOf(own, isRich).join() !== formOf(text, isRich).join();
      });
      expect(wrong.map(({ text }) => `${text} → ${texts[text]}`)).toEqual([]);
    });
  },
);
