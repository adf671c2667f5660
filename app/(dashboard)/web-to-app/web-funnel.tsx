"use client";

import { figureFormat, percentText } from "@/app/(dashboard)/shell/figure-format";
import { Funnel } from "@/components/charts/funnel";
import { funnelSteps } from "@/components/charts/prepare";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { t } from "@/lib/base/languages/texts";
import type { WebToApp } from "@/lib/reporting/web-to-app/schema";
import { webStepLabels, webSteps } from "@/lib/reporting/web-to-app/steps";
import { visitorsHref } from "./visitors-href";

const format = figureFormat("USD");

export function WebFunnel({ data, project }: { data: WebToApp; project: number }) {
  const { funnel, from, to } = data;
  const title = t("From visit to payment");
  const steps = funnelSteps(
    webSteps.map((step) => ({
      label: webStepLabels[step],
      value: funnel[step],
      href: funnel[step] > 0 ? visitorsHref({ project, from, to, step }) : undefined,
    })),
  );
  return (
    <Card>
      <CardHeader
        title={title}
        description={t(
          "Visitors who first came in this period, and how many reached each step by today. Installs are linked by the store button's click, or by the same user ID on both sides.",
        )}
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
