import { describe, expect, test } from "vitest";
import { destinationShares, visitorsOfRule } from "@/lib/campaigns/link-rules/labels";
import {
  destinationSharesOf,
  matchRules,
  prepareRules,
  type RuleVisitor,
} from "@/lib/campaigns/link-rules/rules";
import { type LinkRule, linkRules } from "@/lib/campaigns/link-rules/schema";

const to = (name: string | null, weight = 1, url: string | null = `https://example.com/${name}`) => ({
  name,
  weight,
  url,
});
const rule = (conditions: Partial<LinkRule>, ...destinations: LinkRule["destinations"]): LinkRule => ({
  languages: [],
  countries: [],
  platforms: [],
  ...conditions,
  destinations,
});
const visitor = (known: Partial<RuleVisitor> = {}): RuleVisitor => ({
  language: "en-GB",
  country: "GB",
  platform: "IOS",
  key: "1",
  ...known,
});
const chosen = (rules: LinkRule[], known: Partial<RuleVisitor> = {}) =>
  matchRules(
    prepareRules(rules, (url) => url),
    visitor(known),
  )?.destination.name ?? null;

describe("the deciding rule", () => {
  const german = rule({ languages: ["de"] }, to("german"));
  const swiss = rule({ countries: ["CH"], platforms: ["IOS"] }, to("swiss"));

  test.each<[string, Partial<RuleVisitor>, string | null]>([
    ["a language fits with any region", { language: "de-AT" }, "german"],
    ["and in any case", { language: "DE" }, "german"],
    ["but not one that begins alike", { language: "del" }, null],
    ["a browser that asks for none fits no language", { language: null }, null],
    ["all conditions of a rule must fit", { country: "CH", platform: "ANDROID" }, null],
    ["they do", { country: "CH" }, "swiss"],
    ["an unknown country fits none", { country: null }, null],
    ["the first rule that fits decides", { country: "CH", language: "de-CH" }, "german"],
  ])("%s", (_, known, name) => {
    expect(chosen([german, swiss], known)).toBe(name);
  });

  test("a regional language matches neither other regions nor the language alone", () => {
    const brazil = [rule({ languages: ["pt-BR"] }, to("brazil"))];
    expect(chosen(brazil, { language: "pt-br" })).toBe("brazil");
    expect(chosen(brazil, { language: "pt-PT" })).toBeNull();
    expect(chosen(brazil, { language: "pt" })).toBeNull();
  });
});

describe("the split", () => {
  const keys = Array.from({ length: 20_000 }, (_, i) => `7 198.51.100.${i} Mozilla/5.0`);
  const counts = (rules: LinkRule[]) => {
    const found: Record<string, number> = {};
    for (const key of keys)
      found[String(chosen(rules, { key }))] = (found[String(chosen(rules, { key }))] ?? 0) + 1;
    return found;
  };

  test("visitors are split by weight, within random variation", () => {
    const { a = 0, b = 0, c = 0 } = counts([rule({}, to("a", 70), to("b", 20), to("c", 10))]);
    expect(Math.abs(a / keys.length - 0.7)).toBeLessThan(0.015);
    expect(Math.abs(b / keys.length - 0.2)).toBeLessThan(0.015);
    expect(Math.abs(c / keys.length - 0.1)).toBeLessThan(0.015);
  });

  test("a variant with a weight of 0 gets no visitors", () => {
    expect(counts([rule({}, to("a", 0), to("b", 1))])).toEqual({ b: keys.length });
  });

  test("a returning visitor gets the same variant, in any order of the variants", () => {
    const there = [rule({}, to("a"), to("b"))];
    const back = [rule({}, to("b"), to("a"))];
    for (const key of keys.slice(0, 500)) expect(chosen(there, { key })).toBe(chosen(back, { key }));
  });

  test("a heavier variant gains visitors from others, and loses none", () => {
    const before = [rule({}, to("a", 50), to("b", 50))];
    const after = [rule({}, to("a", 80), to("b", 50))];
    for (const key of keys.slice(0, 2_000))
      if (chosen(before, { key }) === "a") expect(chosen(after, { key })).toBe("a");
  });

  test("a visitor's variants in two campaigns are independent", () => {
    const split = [rule({}, to("a"), to("b"))];
    const same = keys.filter(
      (key) => chosen(split, { key }) === chosen(split, { key: key.replace("7 ", "8 ") }),
    );
    expect(Math.abs(same.length / keys.length - 0.5)).toBeLessThan(0.02);
  });
});

test("shares are percentages of the weights", () => {
  expect(destinationSharesOf([to("a", 1), to("b", 3)])).toEqual([25, 75]);
  expect(destinationSharesOf([to("a", 0)])).toEqual([0]);
});

test("a rule's description", () => {
  expect(visitorsOfRule(rule({}, to("a")))).toBe("everyone");
  expect(
    visitorsOfRule(rule({ languages: ["de"], countries: ["AT", "CH"], platforms: ["IOS"] }, to("a"))),
  ).toBe("visitors with a browser in German, in Austria or Switzerland, on iOS");
  expect(destinationShares(rule({}, to("a", 1), to("b", 2)))).toBe("a 33.3%, b 66.7%");
});

describe("invalid rules", () => {
  const messages = (rules: unknown) => {
    const { error } = linkRules.safeParse(rules);
    return error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];
  };
  const open = { destinations: [to(null)] };

  test.each<[string, unknown, string]>([
    [
      "more than 20 rules",
      Array.from({ length: 21 }, () => ({ ...open, countries: ["DE"] })),
      ": A campaign can have at most 20 rules.",
    ],
    ["no destination", [{ destinations: [] }], "0.destinations: A rule needs a destination."],
    [
      "another scheme",
      [{ destinations: [{ url: "javascript:alert(1)" }] }],
      "0.destinations.0.url: Enter a full URL, such as https://example.com/offers.",
    ],
    [
      "a negative weight",
      [{ destinations: [{ weight: -1 }] }],
      "0.destinations.0.weight: A weight must be a whole number from 0 to 1,000.",
    ],
    [
      "weights that are all 0",
      [{ destinations: [to("a", 0), to("b", 0)] }],
      "0.destinations.0.weight: One destination needs a weight above 0.",
    ],
    [
      "variants without names",
      [{ destinations: [to("a"), to(null)] }],
      "0.destinations.1.name: Give each variant a name, so that their clicks can be compared.",
    ],
    [
      "a name twice, in any case",
      [{ countries: ["DE"], destinations: [to("a")] }, { destinations: [to("A"), to("b")] }],
      "1.destinations.0.name: Another destination already has this name.",
    ],
    [
      "a rule behind one for everyone",
      [open, { countries: ["DE"], destinations: [to(null)] }],
      "1: This rule never applies: rule 1 matches everyone. Move this one above it.",
    ],
    [
      "no language",
      [{ ...open, languages: ["german!"] }],
      "0.languages.0: Enter a language code, such as de or pt-BR.",
    ],
    ["no country", [{ ...open, countries: ["DEU"] }], "0.countries.0: Enter a country code, such as DE."],
  ])("%s", (_, rules, message) => {
    expect(messages(rules)).toEqual([message]);
  });

  test("other spellings are stored in the canonical one", () => {
    const [read] = linkRules.parse([
      { languages: ["PT-br", "pt-BR"], countries: ["de"], destinations: [{}] },
    ]);
    expect(read).toEqual(rule({ languages: ["pt-BR"], countries: ["DE"] }, to(null, 1, null)));
  });
});
