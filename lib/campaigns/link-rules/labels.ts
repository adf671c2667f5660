/** Describes rules for screens and explanations. Pure. */

import { currentLanguage, t } from "@/lib/base/languages/texts";
import { countryName } from "@/lib/base/text/country-name";
import { languageName } from "@/lib/base/text/language-name";
import { platformNames } from "@/lib/base/text/platform-names";
import { destinationSharesOf } from "@/lib/campaigns/link-rules/rules";
import { fitsEveryone, type LinkRule } from "@/lib/campaigns/link-rules/schema";

const maxNamed = 4;

const either = (names: string[]) =>
  new Intl.ListFormat(currentLanguage(), { type: "disjunction" }).format(
    names.length > maxNamed
      ? [...names.slice(0, maxNamed - 1), t("{names} others", { names: names.length - maxNamed + 1 })]
      : names,
  );

/** A rule's visitors, as part of a sentence: `visitors in Germany or Austria, on iOS`. */
export function visitorsOfRule(rule: LinkRule): string {
  if (fitsEveryone(rule)) return "everyone";
  const parts = [
    rule.languages.length > 0
      ? t("with a browser in {languageName}", { languageName: either(rule.languages.map(languageName)) })
      : null,
    rule.countries.length > 0
      ? t("in {countryName}", { countryName: either(rule.countries.map(countryName)) })
      : null,
    rule.platforms.length > 0
      ? t("on {platforms}", {
          platforms: either(rule.platforms.map((platform) => platformNames[platform] ?? platform)),
        })
      : null,
  ];
  return t("visitors {parts}", { parts: parts.filter((part) => part !== null).join(", ") });
}

const percent = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

/** `A 50%, B 50%` */
export function destinationShares({ destinations }: Pick<LinkRule, "destinations">): string {
  const shares = destinationSharesOf(destinations);
  return destinations.map(({ name }, i) => `${name ?? "–"} ${percent.format(shares[i] ?? 0)}%`).join(", ");
}
