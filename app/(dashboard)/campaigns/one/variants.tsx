"use client";

import { Split } from "lucide-react";
import type { CampaignsAddress } from "@/app/(dashboard)/campaigns/table-address";
import { child, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { figureFormat, percentText } from "@/app/(dashboard)/shell/figure-format";
import { drillDown } from "@/app/(dashboard)/shell/figures/drill-down";
import { useProject } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { IntentLink } from "@/components/intent-link";
import { DataTable } from "@/components/table/data-table";
import type { Column } from "@/components/table/table-state";
import { Skeleton } from "@/components/ui/skeleton";
import { t } from "@/lib/base/languages/texts";
import type { Campaign } from "@/lib/campaigns/table/schema";
import type { Variants as VariantsData } from "@/lib/reporting/campaign/variants-schema";
import { useCampaignPeriod } from "./period";
import { variantTestText } from "./variant-outcome";

type Row = VariantsData["variants"][number];

/** Installs per click, in percent. */
const rateOf = ({ clicks, installs }: Row) => (clicks === 0 ? null : (100 * installs) / clicks);

/** The named destinations of the campaign's rules, next to each other. */
export function CampaignVariants({ path, campaign }: { path: CampaignsAddress; campaign: Campaign }) {
  const { id: project } = useProject();
  const { days } = useCampaignPeriod();
  const { data, error, refetch, isPlaceholderData } = useGet(
    withQuery(child(path, "/:campaign/variants", { campaign: campaign.id }), days ?? {}),
    { keepPrevious: true },
  );
  const isNamed = campaign.link_rules.some(({ destinations }) => destinations.some(({ name }) => name));
  const splits = campaign.link_rules.flatMap(({ destinations }) => {
    const names = destinations.flatMap(({ name }) => name ?? []);
    return names.length > 1 ? names.join("\0") : [];
  });
  // Campaigns with an earlier test keep its result.
  if (!isNamed && !data?.variants.length) return null;
  const format = figureFormat(data?.currency ?? "USD");
  const best = Math.max(0, ...(data?.variants ?? []).map((row) => rateOf(row) ?? 0));
  const columns: Column<Row>[] = [
    { id: "name", header: t("Variant"), cell: ({ name }) => <span className="font-medium">{name}</span> },
    {
      id: "clicks",
      header: t("Clicks"),
      align: "end",
      cell: ({ name, clicks }) => {
        const href = drillDown({ metric: "clicks" }, { project, campaign: campaign.id, ...days });
        return (
          <IntentLink
            href={`${href}&variant=${encodeURIComponent(name)}`}
            className="rounded-sm hover:underline"
          >
            {format.full("count", clicks)}
          </IntentLink>
        );
      },
    },
    {
      id: "installs",
      header: t("Installs"),
      hint: t("Installs from these clicks, whenever they came."),
      align: "end",
      cell: ({ installs }) => format.full("count", installs),
    },
    {
      id: "rate",
      header: t("Installs per click"),
      align: "end",
      cell: (row) => format.even("percent", rateOf(row)),
    },
    {
      id: "behind",
      header: t("Behind the best"),
      hint: t("How much lower its installs per click are than those of the best variant."),
      align: "end",
      cell: (row) => {
        const rate = rateOf(row);
        return rate === null || rate === best ? "–" : percentText(1 - rate / best);
      },
    },
    {
      id: "signups",
      header: t("Sign-ups"),
      hint: t("Sign-ups on these installs."),
      align: "end",
      cell: ({ signups }) => format.full("count", signups),
    },
    {
      id: "revenue",
      header: t("Revenue"),
      hint: t("Completed payments on these installs, net of refunds and withdrawals."),
      align: "end",
      cell: ({ revenue }) => format.full("money", revenue),
    },
  ];
  return (
    <section className="grid grid-cols-1 gap-3" aria-label={t("Variants")}>
      <h2 className="px-1 font-semibold text-base">{t("Variants")}</h2>
      <DataTable
        label={t("Clicks by variant")}
        columns={columns}
        rows={data?.variants}
        rowId={(row) => row.name}
        busy={isPlaceholderData}
        error={error}
        onRetry={() => void refetch()}
        empty={
          <EmptyState icon={Split} title={t("No clicks in this period")} className="py-8">
            {t("Clicks of named destinations appear here.")}
          </EmptyState>
        }
      />
      {data
        ? data.outcomes.map((outcome) => (
            <p key={outcome.among.join("\0")} className="px-1 text-sm">
              {variantTestText(outcome)}
            </p>
          ))
        : error
          ? null
          : splits.map((names) => <Skeleton key={names} className="mx-1 h-5 w-96 max-w-full" />)}
      {data?.of_latest ? (
        <p className="px-1 text-muted text-xs">
          {t("Of the latest {of_latest} clicks. Choose a shorter period to see all of it.", {
            of_latest: format.full("count", data.of_latest),
          })}
        </p>
      ) : null}
    </section>
  );
}
