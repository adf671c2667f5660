/** The result of an A/B test, in a sentence. */
import { percentText } from "@/app/(dashboard)/shell/figure-format";
import { t } from "@/lib/base/languages/texts";
import type { VariantTestOutcome } from "@/lib/reporting/campaign/variants-schema";

const listOf = (names: readonly string[]) =>
  names.length < 2
    ? names.join("")
    : t("{names} and {names2}", { names: names.slice(0, -1).join(", "), names2: names.at(-1) });

/** Capped at 99.9 %, because no result is entirely certain. */
const surely = (sure: number) => percentText(Math.min(0.999, Math.floor(sure * 1000) / 1000));

export function variantTestText({ among, verdict, best, next, sure }: VariantTestOutcome): string {
  if (verdict === "early" || best === null || next === null || sure === null)
    return t("{among}: too early to tell. Each needs more clicks and installs.", { among: listOf(among) });
  return verdict === "better"
    ? t("{best} converts better than {next}: {sure} sure.", { best, next, sure: surely(sure) })
    : t("{among}: no clear difference yet. {best} is ahead of {next}, but that may be chance.", {
        among: listOf(among),
        best,
        next,
      });
}
