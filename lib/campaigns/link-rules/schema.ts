/**
 * Rules that send visitors of a campaign's link to destinations other than the campaign's own. Runs in the browser too.
 */
import { z } from "zod";
import { clearableText } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";
import { isWebAddress } from "@/lib/base/web/web-address";

export const maxRules = 20;
export const maxDestinations = 10;
export const maxWeight = 1000;

export const rulePlatforms = ["IOS", "ANDROID", "DESKTOP"] as const;

/** A language with or without a region or a script, in the standard spelling: `de`, `pt-BR`, `zh-Hant`. */
const language = z.string({ error: t("A language must be text.") }).transform((text, context) => {
  const code = text.trim();
  if (/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/.test(code)) {
    try {
      return Intl.getCanonicalLocales(code)[0] ?? code;
    } catch {
      // The format is right, but the parts are not: use the message below.
    }
  }
  context.addIssue({ code: "custom", message: t("Enter a language code, such as de or pt-BR.") });
  return z.NEVER;
});

const country = z
  .string({ error: t("A country must be text.") })
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, t("Enter a country code, such as DE."));

const oneEach = <T>(values: T[]) => [...new Set(values)];

const badWeight = `A weight must be a whole number from 0 to ${maxWeight.toLocaleString("en")}.`;

const destination = z.object({
  /** The name in the breakdown of clicks. */
  name: clearableText("The name", 40).default(null),
  /** Its share of the visitors, relative to the other weights. */
  weight: z
    .number({ error: badWeight })
    .int(badWeight)
    .min(0, badWeight)
    .max(maxWeight, badWeight)
    .default(1),
  /** Null means the campaign's destination without rules. */
  url: clearableText("The destination", 4096)
    .refine((text) => text === null || isWebAddress(text), {
      error: t("Enter a full URL, such as https://example.com/offers."),
    })
    .default(null),
});

const linkRule = z.object({
  /** An empty list matches all visitors. */
  languages: z.array(language).max(30, t("Choose at most 30 languages.")).transform(oneEach).default([]),
  countries: z.array(country).max(250, t("Choose at most 250 countries.")).transform(oneEach).default([]),
  platforms: z
    .array(
      z.enum(rulePlatforms, {
        error: t("Platforms must be {rulePlatforms}.", { rulePlatforms: rulePlatforms.join(", ") }),
      }),
    )
    .transform(oneEach)
    .default([]),
  destinations: z
    .array(destination, { error: t("A rule needs a destination.") })
    .min(1, t("A rule needs a destination."))
    .max(maxDestinations, t("A rule can have at most {maxDestinations} destinations.", { maxDestinations })),
});
export type LinkRule = z.output<typeof linkRule>;
export type RuleDestination = LinkRule["destinations"][number];

type Problem = { path: (string | number)[]; message: string };

export const fitsEveryone = ({ languages, countries, platforms }: LinkRule) =>
  languages.length === 0 &&
  countries.length === 0 &&
  (platforms.length === 0 || platforms.length === rulePlatforms.length);

/** Problems between rules that are valid on their own. */
function problemsOf(rules: readonly LinkRule[]): Problem[] {
  const problems: Problem[] = [];
  const named = new Set<string>();
  const open = rules.findIndex(fitsEveryone);
  rules.forEach(({ destinations }, i) => {
    if (open !== -1 && i > open)
      problems.push({
        path: [i],
        message: t("This rule never applies: rule {open} matches everyone. Move this one above it.", {
          open: open + 1,
        }),
      });
    if (destinations.length > 0 && destinations.every(({ weight }) => weight === 0))
      problems.push({
        path: [i, "destinations", 0, "weight"],
        message: t("One destination needs a weight above 0."),
      });
    destinations.forEach(({ name }, j) => {
      const path = [i, "destinations", j, "name"];
      if (name === null) {
        if (destinations.length > 1)
          problems.push({
            path,
            message: t("Give each variant a name, so that their clicks can be compared."),
          });
        return;
      }
      const known = name.toLowerCase();
      if (named.has(known)) problems.push({ path, message: t("Another destination already has this name.") });
      named.add(known);
    });
  });
  return problems;
}

export const linkRules = z
  .array(linkRule, { error: "link_rules must be a list." })
  .max(maxRules, t("A campaign can have at most {maxRules} rules.", { maxRules }))
  .superRefine((rules, context) => {
    for (const problem of problemsOf(rules)) context.addIssue({ code: "custom", ...problem });
  });
