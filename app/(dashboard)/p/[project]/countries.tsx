"use client";

import { Globe } from "lucide-react";
import { asking, at } from "@/app/(dashboard)/api";
import { useGet } from "@/app/(dashboard)/data";
import { type FigureFormat, share } from "@/app/(dashboard)/figure-format";
import { useProject } from "@/app/(dashboard)/session";
import { ChartFrame } from "@/components/charts/chart-frame";
import { barRows } from "@/components/charts/prepare";
import { Ranked } from "@/components/charts/ranked";
import { EmptyState } from "@/components/empty-state";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { countryName } from "@/lib/base/country-name";
import type { Countries as CountriesAnswer, OverviewData } from "@/lib/reporting/overview-schema";
import { trafficNames } from "@/lib/reporting/traffic";
import { drillDown, type Place } from "./drill-down";
import { focusQuery, placeOfFocus } from "./focus";

const shown = 8;

/** From where in the world, as far as that is known. */
export function Countries({ data: page, format }: { data: OverviewData; format: FigureFormat }) {
  const { id: project } = useProject();
  const { from, to, traffic, focus } = page;
  const narrowed = focusQuery({
    network: focus.network ?? "",
    campaign: focus.campaign ? String(focus.campaign.id) : "",
    platform: focus.platform ?? "",
    creative: focus.creative?.id ?? "",
  });
  const { data, error, refetch } = useGet(
    asking(at("/projects/:project/overview/countries", { project }), { from, to, traffic, ...narrowed }),
    { keep: true },
  );
  return (
    <Card>
      <CardHeader
        title="Installs by country"
        description={`${trafficNames[traffic]} traffic, by IP address or your proxy's country header. Only installs are counted by country: open one to see them in the list.`}
      />
      <CardBody>
        {data ? (
          <CountryBars
            data={data}
            format={format}
            place={placeOfFocus(project, { ...page, from: data.from, to: data.to })}
          />
        ) : error ? (
          <Alert
            tone="danger"
            actions={
              <Button size="sm" onClick={() => void refetch()}>
                Try again
              </Button>
            }
          >
            {error.message}
          </Alert>
        ) : (
          <Skeleton className="h-60 w-full rounded-md" />
        )}
      </CardBody>
    </Card>
  );
}

type CountryBarsProps = {
  data: Pick<CountriesAnswer, "countries" | "unknown">;
  format: FigureFormat;
  /** Where the installs are; on a shared page nowhere. */
  place?: Place | null;
};

export function CountryBars({ data, format, place }: CountryBarsProps) {
  const { countries, unknown } = data;
  const count = (value: number) => format.full("count", value);
  if (countries.length === 0) {
    return (
      <EmptyState
        icon={Globe}
        title={unknown > 0 ? "Countries unknown" : "No installs in this period"}
        className="py-8"
      >
        {unknown > 0 && place
          ? "None of these IP addresses could be located. If the server is behind a proxy, check TRUSTED_PROXY_HOPS."
          : null}
      </EmptyState>
    );
  }
  const all = place && drillDown({ metric: "installs" }, place);
  const rows = barRows(
    countries.map(({ country, installs }) => ({
      label: countryName(country),
      value: installs,
      href: all ? `${all}&country=${country}` : undefined,
    })),
  );
  const percent = (row: { share: number | null }) => (row.share === null ? "–" : share(row.share));
  const rest = rows.slice(shown).reduce((sum, row) => sum + row.value, 0);
  return (
    <ChartFrame
      label="Installs by country"
      table={{
        heads: ["Country", "Installs", "Share of known"],
        rows: [
          ...rows.map((row) => [row.label, count(row.value), percent(row)] as const),
          ...(unknown > 0 ? [["Unknown", count(unknown), "–"] as const] : []),
        ],
      }}
    >
      <Ranked
        label="Installs by country"
        rows={rows.slice(0, shown)}
        text={(row) => `${count(row.value)} · ${percent(row)}`}
      />
      {rest > 0 || unknown > 0 ? (
        <p className="text-faint text-xs">
          {[
            rest > 0 ? `${count(rest)} in ${rows.length - shown} more countries` : "",
            unknown > 0 ? `${count(unknown)} in unknown countries` : "",
          ]
            .filter(Boolean)
            .join(", ")}
          .
        </p>
      ) : null}
    </ChartFrame>
  );
}
