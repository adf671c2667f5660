import { type FigureFormat, figureFormat, percentText } from "@/app/(dashboard)/shell/figure-format";
import { rangeText } from "@/app/(dashboard)/shell/figures/range-cell";
import { useProject } from "@/app/(dashboard)/shell/session";
import { Card } from "@/components/ui/card";
import { Stat } from "@/components/ui/stat";
import { t } from "@/lib/base/languages/texts";
import type { IosEstimate, IosFigures } from "@/lib/reporting/ios/schema";

/** `raw`: without anything estimated, as in the table below. */
export function EstimateTiles({ data, raw }: { data: IosEstimate; raw: boolean }) {
  const { currency } = useProject();
  const format = figureFormat(currency);
  const count = (value: number) => format.full("count", value);
  const { known, eligible, apple, twice, installs, cost_per_install: cost, roas } = data.total;
  const { revenue, missing, raw: ofApple } = data.total;
  const reason = noCost(data.total, format);
  const knownInstalls = known.by_id + known.by_token + known.by_likelihood;
  const counted = [
    {
      label: t("Known by ID"),
      value: count(known.by_id),
      hint: t("Matched by a click ID, a link, a referrer or the device's advertising ID."),
    },
    {
      label: t("By Apple's token"),
      value: count(known.by_token),
      hint: t("Apple Ads named the campaign when asked with the install's token."),
    },
    {
      label: t("By likelihood"),
      value: count(known.by_likelihood),
      hint: t("Probabilistic: the same IP, system and model shortly before."),
    },
    {
      label: t("Counted by Apple"),
      value: count(apple),
      hint: t("First-window postbacks of a first download, by estimated install day."),
    },
  ];
  const estimated = [
    {
      label: "iOS installs (est.)",
      value: count(installs.mid),
      footnote: rangeText("count", installs, format),
      hint: t("{knownInstalls} known and {apple} counted by Apple, without {mid} counted twice.", {
        knownInstalls: count(knownInstalls),
        apple: count(apple),
        mid: count(twice.mid),
      }),
    },
    ...counted,
    {
      label: t("Counted twice (est.)"),
      value: count(twice.mid),
      footnote: rangeText("count", twice, format),
      hint: t(
        "{eligible} of {knownInstalls} known installs ({eligible2}) should have sent a postback by now.",
        {
          eligible: count(eligible),
          knownInstalls: count(knownInstalls),
          eligible2: percentText(knownInstalls === 0 ? 0 : eligible / knownInstalls),
        },
      ),
    },
    {
      label: t("Cost per install (est.)"),
      value: format.full("money", cost?.mid ?? null),
      footnote: cost ? rangeText("money", cost, format) : reason,
      hint: t("iOS spend divided by estimated installs."),
    },
    {
      label: "ROAS (est.)",
      value: format.full("ratio", roas?.mid ?? null),
      footnote: roas ? rangeText("ratio", roas, format) : reason,
      hint: t(
        "Revenue of known installs within 30 days, with Apple's revenue of the others, divided by iOS spend.",
      ),
    },
  ];
  const rangeOf = (unit: "money" | "ratio", range: IosFigures["roas"]) =>
    range && range.low < range.high ? rangeText(unit, range, format) : undefined;
  const reported = [
    ...counted,
    {
      label: t("No value"),
      value: count(missing),
      hint: t("Apple's postbacks without a conversion value, of all three windows."),
    },
    {
      label: t("Apple's revenue"),
      value: format.full("money", revenue.apple_reported?.mid ?? null),
      footnote: rangeOf("money", revenue.apple_reported),
      hint: t(
        "The range of the conversion values that Apple sent, with its middle. Postbacks without a value count as nothing.",
      ),
    },
    {
      label: t("Cost per Apple install"),
      value: format.full("money", ofApple.cost_per_install),
      footnote: reason,
      hint: t("iOS spend divided by the installs that Apple counted."),
    },
    {
      label: t("Apple ROAS"),
      value: format.full("ratio", ofApple.roas?.mid ?? null),
      footnote: reason ?? rangeOf("ratio", ofApple.roas),
      hint: t("Apple's revenue divided by iOS spend."),
    },
  ];
  return (
    <Card className="grid grid-cols-2 gap-px bg-line sm:grid-cols-4">
      {(raw ? reported : estimated).map((tile) => (
        <Stat key={tile.label} {...tile} className="bg-raised" />
      ))}
    </Card>
  );
}

/** Why costs are unknown. */
function noCost({ unknown, not_broken_down }: IosFigures, format: FigureFormat): string | undefined {
  if (unknown === "not_broken_down")
    return t("{not_broken_down} of the spend isn't broken down by platform.", {
      not_broken_down: format.full("money", not_broken_down),
    });
  return unknown === "no_spend" ? t("No iOS spend in this period.") : undefined;
}
