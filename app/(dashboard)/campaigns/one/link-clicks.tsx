"use client";

import { MousePointerClick } from "lucide-react";
import { clickPartLabels, clickValueName, hourLabel } from "@/app/(dashboard)/campaigns/one/click-labels";
import type { CampaignsAddress } from "@/app/(dashboard)/campaigns/table-address";
import { child, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { percentText } from "@/app/(dashboard)/shell/figure-format";
import { drillDown } from "@/app/(dashboard)/shell/figures/drill-down";
import { useProject } from "@/app/(dashboard)/shell/session";
import { ChartFrame } from "@/components/charts/chart-frame";
import { barRows } from "@/components/charts/prepare";
import { RankedBars } from "@/components/charts/ranked";
import { EmptyState } from "@/components/empty-state";
import { numberText } from "@/components/format";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { inSentence, t } from "@/lib/base/languages/texts";
import type { Campaign } from "@/lib/campaigns/table/schema";
import {
  type LinkClickPart,
  type LinkClicks,
  linkClickParts,
} from "@/lib/reporting/campaign/link-clicks-schema";
import { LoadError } from "./load-error";
import { useCampaignPeriod } from "./period";

/** Where and when the clicks on the campaign's link come from. */
export function CampaignLinkClicks({ path, campaign }: { path: CampaignsAddress; campaign: Campaign }) {
  const { days } = useCampaignPeriod();
  const { data, error, refetch } = useGet(
    withQuery(child(path, "/:campaign/link-clicks", { campaign: campaign.id }), days ?? {}),
    { keepPrevious: true },
  );
  if (!data) return error ? <LoadError error={error} retry={refetch} /> : <Loading />;
  if (data.clicks === 0)
    return (
      <Card>
        <EmptyState icon={MousePointerClick} title={t("No clicks in this period")}>
          {data.not_counted.length > 0
            ? t("{not_counted} clicks are not counted: {data}.", {
                not_counted: numberText(sumOf(data.not_counted)),
                data: reasons(data),
              })
            : t("Referring sites, countries, languages, devices and hours of clicks appear here.")}
        </EmptyState>
      </Card>
    );
  return (
    <>
      <Hours data={data} />
      <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
        {linkClickParts.map((part) => (
          <Part key={part} part={part} data={data} campaign={campaign} />
        ))}
      </div>
      <p className="px-1 text-muted text-xs">
        {data.not_counted.length > 0
          ? `${t("Not counted: {not_counted} more clicks ({data}).", { not_counted: numberText(sumOf(data.not_counted)), data: reasons(data) })} `
          : ""}
        {data.of_latest === null
          ? ""
          : t("Only the latest {of_latest} clicks. Choose a shorter period to see all of it.", {
              of_latest: numberText(data.of_latest),
            })}
      </p>
    </>
  );
}

const sumOf = (rows: readonly { clicks: number }[]) => rows.reduce((sum, { clicks }) => sum + clicks, 0);

const reasons = ({ not_counted }: LinkClicks) =>
  not_counted.map(({ reason, clicks }) => `${reason.replaceAll("_", " ")} ${numberText(clicks)}`).join(", ");

const share = (clicks: number, total: number) => percentText(total === 0 ? 0 : clicks / total);

function Hours({ data }: { data: LinkClicks }) {
  const max = Math.max(1, ...data.hours);
  const title = t("Clicks by hour of the day");
  return (
    <Card>
      <CardHeader
        title={title}
        description={t("{clicks} clicks. Hours in {time_zone}.", {
          clicks: numberText(data.clicks),
          time_zone: data.time_zone,
        })}
      />
      <CardBody>
        <ChartFrame
          label={title}
          table={{
            headers: [t("Hour"), t("Clicks"), t("Share")],
            rows: data.hours.map((clicks, hour) => [
              hourLabel(hour),
              numberText(clicks),
              share(clicks, data.clicks),
            ]),
          }}
        >
          <div aria-hidden="true" className="flex h-32 items-end gap-0.5 sm:gap-1">
            {data.hours.map((clicks, hour) => (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: an hour is its place
                key={hour}
                title={t("{hour}: {clicks} clicks, {clicks2}", {
                  hour: hourLabel(hour),
                  clicks: numberText(clicks),
                  clicks2: share(clicks, data.clicks),
                })}
                className="flex h-full flex-1 items-end rounded-sm hover:bg-hover"
              >
                <span
                  className="block w-full rounded-t-sm bg-chart-1"
                  style={{ height: clicks === 0 ? 0 : `max(2px, ${(100 * clicks) / max}%)` }}
                />
              </span>
            ))}
          </div>
          <div aria-hidden="true" className="num flex justify-between text-faint text-xs">
            {[0, 6, 12, 18, 23].map((hour) => (
              <span key={hour}>{hourLabel(hour)}</span>
            ))}
          </div>
        </ChartFrame>
      </CardBody>
    </Card>
  );
}

function Part({ part, data, campaign }: { part: LinkClickPart; data: LinkClicks; campaign: Campaign }) {
  const { id: project } = useProject();
  const { days } = useCampaignPeriod();
  const { rows, others } = data.parts[part];
  const label = clickPartLabels[part];
  const title = t("Clicks by {label}", { label: inSentence(label) });
  const named = rows.map(({ name, clicks }) => ({
    id: name ?? "",
    label: clickValueName(part, name),
    value: clicks,
    href:
      part === "country" && name !== null
        ? drillDown({ metric: "clicks" }, { project, campaign: campaign.id, country: name, ...days })
        : undefined,
  }));
  return (
    <Card>
      <CardHeader title={title} />
      <CardBody>
        <ChartFrame
          label={title}
          table={{
            headers: [label, t("Clicks"), t("Share")],
            rows: named.map((row) => [row.label, numberText(row.value), share(row.value, data.clicks)]),
          }}
        >
          <RankedBars
            label={title}
            rows={barRows(named, data.clicks)}
            text={(row) => `${numberText(row.value)} · ${share(row.value, data.clicks)}`}
          />
          {others.names > 0 ? (
            <p className="text-faint text-xs">
              {t("{clicks} in {names} more.", {
                clicks: numberText(others.clicks),
                names: numberText(others.names),
              })}
            </p>
          ) : null}
        </ChartFrame>
      </CardBody>
    </Card>
  );
}

const Loading = () => (
  <>
    <Skeleton className="h-64 w-full rounded-md" />
    <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
      {linkClickParts.map((part) => (
        <Skeleton key={part} className="h-72 w-full rounded-md" />
      ))}
    </div>
  </>
);
