import { share } from "@/app/(dashboard)/figure-format";
import { barRows } from "@/components/charts/prepare";
import { Ranked } from "@/components/charts/ranked";
import { numberText } from "@/components/format";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { countryName } from "@/lib/base/country-name";
import type { AppleFigures } from "@/lib/reporting/apple-postbacks/schema";
import { windowName } from "./words";

type Bar = { id: string; label: string; value: number };

const tiers = ["No value", "Coarse value", "Fine value", "Fine value with publisher or country"];

/** What else Apple left in: coarse values, how much of a crowd there was, countries. */
export function Shares({ data }: { data: AppleFigures }) {
  return (
    <div className="grid grid-cols-1 gap-6">
      {data.coarse.map(({ low, medium, high, none }, sequence) =>
        low + medium + high === 0 ? null : (
          <Bars
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is the window
            key={sequence}
            title={`Coarse values, ${windowName(sequence).toLowerCase()}`}
            description="Apple tells these where a crowd is small, and always in the later windows."
            bars={[
              { id: "high", label: "High", value: high },
              { id: "medium", label: "Medium", value: medium },
              { id: "low", label: "Low", value: low },
              { id: "none", label: "No value", value: none },
            ]}
          />
        ),
      )}
      <Bars
        title="Crowd size"
        description="Inferred from what Apple left in: the more installs of a source, the more it tells."
        bars={data.tiers
          .map((value, tier) => ({ id: String(tier), label: `Tier ${tier}: ${tiers[tier]}`, value }))
          .reverse()}
      />
      {data.countries.length === 0 ? null : (
        <Bars
          title="Countries"
          description="Where Apple tells one, which it doesn't sign."
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

const Bars = ({ title, description, bars }: { title: string; description: string; bars: Bar[] }) => (
  <Card>
    <CardHeader title={title} description={description} />
    <CardBody>
      <Ranked
        label={title}
        rows={barRows(bars)}
        text={({ value, share: part }) => `${numberText(value)}${part === null ? "" : ` · ${share(part)}`}`}
      />
    </CardBody>
  </Card>
);
