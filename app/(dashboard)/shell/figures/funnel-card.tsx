"use client";

import { type FigureFormat, percentText } from "@/app/(dashboard)/shell/figure-format";
import { Funnel } from "@/components/charts/funnel";
import { funnelSteps } from "@/components/charts/prepare";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { t } from "@/lib/base/languages/texts";
import { metrics } from "@/lib/reporting/metrics/metrics";
import type { OverviewData } from "@/lib/reporting/overview/schema";

type FunnelCardProps = {
  funnel: OverviewData["funnel"];
  format: FigureFormat;
  /** The link to the rows of a step; shared pages have none. */
  behind?: (metric: "clicks" | "installs" | "signups") => string | undefined;
};

export function FunnelCard({ funnel, format, behind }: FunnelCardProps) {
  const title = t("From click to payment");
  const step = (metric: "clicks" | "installs" | "signups") => ({
    label: metrics[metric].label,
    value: funnel[metric],
    href: funnel[metric] > 0 ? behind?.(metric) : undefined,
  });
  const steps = funnelSteps([
    step("clicks"),
    step("installs"),
    step("signups"),
    { label: t("Paying users"), value: funnel.paying },
  ]);
  return (
    <Card>
      <CardHeader
        title={title}
        description={t("Campaign traffic only. Paying users signed up and paid in this period.")}
      />
      <CardBody>
        <Funnel
          label={title}
          steps={steps}
          count={(value) => format.full("count", value)}
          share={percentText}
        />
      </CardBody>
    </Card>
  );
}
