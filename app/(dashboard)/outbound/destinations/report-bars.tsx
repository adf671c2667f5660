import { identifierName, reasonText } from "@/app/(dashboard)/shell/facts/delivery-labels";
import { percentText } from "@/app/(dashboard)/shell/figure-format";
import { barRows } from "@/components/charts/prepare";
import { RankedBars } from "@/components/charts/ranked";
import { numberText } from "@/components/format";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { t } from "@/lib/base/languages/texts";
import { deliveryReasonText } from "@/lib/outbound/deliveries/reason-text";
import type { NetworkErrors, ReportDay } from "@/lib/outbound/deliveries/schema";
import { sumOfDays } from "./report-rules";

/** The reasons for unsent deliveries, and the matching keys of the sent ones. */
export function ReportBars({ days, errors }: { days: readonly ReportDay[]; errors: NetworkErrors }) {
  const sent = sumOfDays(days, "states").find(({ name }) => name === "sent")?.count ?? 0;
  const reasons = sumOfDays(days, "reasons").map(({ name, count }) => ({
    id: name,
    label: deliveryReasonText("skipped", name) ?? name,
    value: count,
  }));
  const identifiers = sumOfDays(days, "identifiers").map(({ name, count }) => ({
    id: name,
    label: identifierName(name),
    value: count,
    share: count / sent,
    width: count / sent,
  }));
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <Card>
        <CardHeader title={t("Why some weren't sent")} description={t("Skipped or failed.")} />
        <CardBody>
          {reasons.length === 0 ? (
            <Nothing>{t("Everything went out.")}</Nothing>
          ) : (
            <RankedBars
              label={t("Reasons")}
              rows={barRows(reasons)}
              text={({ value, share: part }) =>
                `${numberText(value)}${part === null ? "" : ` · ${percentText(part)}`}`
              }
            />
          )}
        </CardBody>
      </Card>
      <Card>
        <CardHeader
          title={t("Identifiers sent")}
          description={t("The share of sent deliveries with each. More means better matching.")}
        />
        <CardBody>
          {identifiers.length === 0 ? (
            <Nothing>{sent === 0 ? t("Nothing was sent yet.") : t("Sent events have no user ID.")}</Nothing>
          ) : (
            <RankedBars
              label={t("Identifiers")}
              rows={identifiers}
              text={({ width }) => percentText(width)}
            />
          )}
        </CardBody>
      </Card>
      {errors.length === 0 ? null : (
        <Card>
          <CardHeader
            title={t("Refused afterwards")}
            description={t("Why the network rejected conversions after accepting them.")}
          />
          <CardBody>
            <RankedBars
              label={t("Reasons")}
              rows={barRows(
                errors.map(({ reason, count }) => ({ id: reason, label: reasonText(reason), value: count })),
              )}
              text={({ value }) => numberText(value)}
            />
          </CardBody>
        </Card>
      )}
    </div>
  );
}

const Nothing = ({ children }: { children: string }) => <p className="py-2 text-muted text-sm">{children}</p>;
