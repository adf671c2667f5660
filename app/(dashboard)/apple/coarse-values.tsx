import { percentText } from "@/app/(dashboard)/shell/figure-format";
import { barRows } from "@/components/charts/prepare";
import { RankedBars } from "@/components/charts/ranked";
import { cn } from "@/components/cn";
import { numberText } from "@/components/format";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import type { AppleFigures } from "@/lib/apple/figures/schema";
import { inSentence, t } from "@/lib/base/languages/texts";
import { countryName } from "@/lib/base/text/country-name";
import { postbackWindowName } from "./labels";

type Bar = { id: string; label: string; value: number };

const tiers = [t("no value"), t("coarse value"), t("fine value"), t("and publisher or country")];

/** Coarse values of the later windows, and of the first window if a crowd is small. */
export function CoarseValues({ data }: { data: AppleFigures }) {
  return (
    <div className="grid grid-cols-1 items-start gap-6 md:grid-cols-2 xl:grid-cols-3">
      {data.coarse.map(({ low, medium, high, none }, sequence) =>
        low + medium + high + none === 0 ? null : (
          <Bars
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is the window
            key={sequence}
            title={t("Coarse values, {sequence}", { sequence: inSentence(postbackWindowName(sequence)) })}
            description={
              sequence === 0
                ? t("Of those without a fine value: few installs of a source.")
                : t("Apple sends no fine value for this window.")
            }
            bars={[
              { id: "high", label: t("High"), value: high },
              { id: "medium", label: t("Medium"), value: medium },
              { id: "low", label: t("Low"), value: low },
              { id: "none", label: t("No value"), value: none },
            ]}
          />
        ),
      )}
    </div>
  );
}

/** The crowd sizes, and where they occurred. */
export function CrowdSizes({ data }: { data: AppleFigures }) {
  return (
    <div className={cn("grid grid-cols-1 gap-6", data.countries.length > 0 && "lg:grid-cols-2")}>
      <Bars
        title={t("Crowd size")}
        description={t(
          "Inferred from the level of detail in the postbacks: it grows with the installs of a source.",
        )}
        bars={data.tiers
          .map((value, tier) => ({
            id: String(tier),
            label: t("Tier {tier}: {tier2}", { tier, tier2: tiers[tier] }),
            value,
          }))
          .reverse()}
      />
      {data.countries.length === 0 ? null : (
        <Bars
          title={t("Countries")}
          description={t("If Apple sends one. Not signed.")}
          whole={data.with_country}
          bars={data.countries.map(({ country, postbacks }) => ({
            id: country,
            label: countryName(country) ?? country,
            value: postbacks,
          }))}
        />
      )}
    </div>
  );
}

type BarsProps = { title: string; description: string; bars: Bar[]; whole?: number };

const Bars = ({ title, description, bars, whole }: BarsProps) => (
  <Card>
    <CardHeader title={title} description={description} />
    <CardBody>
      <RankedBars
        label={title}
        rows={barRows(bars, whole)}
        text={({ value, share: part }) =>
          `${numberText(value)}${part === null ? "" : ` · ${percentText(part)}`}`
        }
      />
    </CardBody>
  </Card>
);
