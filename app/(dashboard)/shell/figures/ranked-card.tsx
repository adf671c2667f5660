"use client";

import { ArrowUpRight } from "lucide-react";
import type { ReactNode } from "react";
import { type FigureFormat, percentText } from "@/app/(dashboard)/shell/figure-format";
import { ChartFrame } from "@/components/charts/chart-frame";
import { barRows, sharesOfLargest } from "@/components/charts/prepare";
import { RankedBars, type RankedRow } from "@/components/charts/ranked";
import { EmptyState } from "@/components/empty-state";
import { numberText } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { inSentence, t } from "@/lib/base/languages/texts";
import { metrics } from "@/lib/reporting/metrics/metrics";
import { metricLabel } from "@/lib/reporting/metrics/traffic";
import type { OverviewData } from "@/lib/reporting/overview/schema";

type RankedCardProps = {
  data: Pick<OverviewData, "figure" | "traffic" | "figures">;
  format: FigureFormat;
  /** The header of the rows, such as "Network". */
  of: string;
  description: string;
  rows: readonly RankedRow[];
  /** The report with the same rows; undefined if it has no such filter. */
  report?: string | undefined;
  /** Further buttons in the header. */
  actions?: ReactNode;
  /** The maximum number of rows; the rest is summed up below them. */
  most?: number;
};

/**
 * A metric by rows, largest first, with their shares of the total. Pressing a row filters the page if that is possible.
 */
export function RankedCard(props: RankedCardProps) {
  const { data, format, of, description, rows: given, report, most: max = given.length } = props;
  const { unit } = metrics[data.figure];
  const label = metricLabel(data.figure, data.traffic);
  const title = t("{label} by {of}", { label, of: inSentence(of) });
  const addsUp = unit !== "ratio" && data.figure !== "cost_per_install";
  const rows = addsUp ? barRows(given, data.figures[data.figure].total ?? undefined) : sharesOfLargest(given);
  const others = rows.slice(max);
  const sum = others.reduce((total, { value }) => total + value, 0);
  const percent = (row: { share: number | null }) => (row.share === null ? "–" : percentText(row.share));
  return (
    <Card>
      <CardHeader
        title={title}
        description={description}
        actions={
          <>
            {props.actions}
            {report ? (
              <Button asChild size="sm" variant="ghost">
                <IntentLink href={report} aria-label={t("{title} in the report", { title })}>
                  {t("Report")}
                  <ArrowUpRight className="size-3.5 text-faint" />
                </IntentLink>
              </Button>
            ) : null}
          </>
        }
      />
      <CardBody>
        {rows.length === 0 ? (
          <EmptyState title={t("No data in this period")} className="py-8" />
        ) : (
          <ChartFrame
            label={title}
            table={{
              headers: [of, label, ...(addsUp ? [t("Share")] : [])],
              rows: rows.map((row) => [
                row.label,
                format.full(unit, row.value),
                ...(addsUp ? [percent(row)] : []),
              ]),
            }}
          >
            <RankedBars
              label={title}
              rows={rows.slice(0, max)}
              text={(row) => `${format.full(unit, row.value)}${addsUp ? ` · ${percent(row)}` : ""}`}
              choosing={(row) => t("Show only {label}", { label: row.label })}
            />
            {others.length > 0 ? (
              <p className="text-faint text-xs">
                {addsUp
                  ? t("{unit} in {others} more.", {
                      unit: format.full(unit, sum),
                      others: numberText(others.length),
                    })
                  : t("{others} more.", { others: numberText(others.length) })}
              </p>
            ) : null}
          </ChartFrame>
        )}
      </CardBody>
    </Card>
  );
}
