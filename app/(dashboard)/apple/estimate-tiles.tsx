import { type FigureFormat, figureFormat, percentText } from "@/app/(dashboard)/shell/figure-format";
import { rangeText } from "@/app/(dashboard)/shell/figures/range-cell";
import { useProject } from "@/app/(dashboard)/shell/session";
import { Card } from "@/components/ui/card";
import { Stat } from "@/components/ui/stat";
import type { IosEstimate, IosFigures } from "@/lib/reporting/ios/schema";

export function EstimateTiles({ data }: { data: IosEstimate }) {
  const { currency } = useProject();
  const format = figureFormat(currency);
  const count = (value: number) => format.full("count", value);
  const { known, eligible, apple, twice, installs, cost_per_install: cost, roas } = data.total;
  const reason = noCost(data.total, format);
  const knownInstalls = known.by_id + known.by_token + known.by_likelihood;
  const tiles = [
    {
      label: "iOS installs (est.)",
      value: count(installs.mid),
      footnote: rangeText("count", installs, format),
      hint: `${count(knownInstalls)} known and ${count(apple)} counted by Apple, without ${count(twice.mid)} counted twice.`,
    },
    {
      label: "Known by ID",
      value: count(known.by_id),
      hint: "Matched by a click ID, a link, a referrer or the device's advertising ID.",
    },
    {
      label: "By Apple's token",
      value: count(known.by_token),
      hint: "Apple Ads named the campaign when asked with the install's token.",
    },
    {
      label: "By likelihood",
      value: count(known.by_likelihood),
      hint: "Probabilistic: the same IP, system and model shortly before.",
    },
    {
      label: "Counted by Apple",
      value: count(apple),
      hint: "First-window postbacks of a first download, by estimated install day.",
    },
    {
      label: "Counted twice (est.)",
      value: count(twice.mid),
      footnote: rangeText("count", twice, format),
      hint: `${count(eligible)} of ${count(knownInstalls)} known installs (${percentText(knownInstalls === 0 ? 0 : eligible / knownInstalls)}) should have sent a postback by now.`,
    },
    {
      label: "Cost per install (est.)",
      value: format.full("money", cost?.mid ?? null),
      footnote: cost ? rangeText("money", cost, format) : reason,
      hint: "iOS spend divided by estimated installs.",
    },
    {
      label: "ROAS (est.)",
      value: format.full("ratio", roas?.mid ?? null),
      footnote: roas ? rangeText("ratio", roas, format) : reason,
      hint: "Revenue of known installs within 30 days, with Apple's revenue of the others, divided by iOS spend.",
    },
  ];
  return (
    <Card className="grid grid-cols-2 gap-px bg-line sm:grid-cols-4">
      {tiles.map((tile) => (
        <Stat key={tile.label} {...tile} className="bg-raised" />
      ))}
    </Card>
  );
}

/** Why costs are unknown. */
function noCost({ unknown, not_broken_down }: IosFigures, format: FigureFormat): string | undefined {
  if (unknown === "not_broken_down")
    return `${format.full("money", not_broken_down)} of the spend isn't broken down by platform.`;
  return unknown === "no_spend" ? "No iOS spend in this period." : undefined;
}
