"use client";

import { Send } from "lucide-react";
import { FailedDeliveries } from "@/app/(dashboard)/outbound/destinations/failed-deliveries";
import { NetworkCountCard } from "@/app/(dashboard)/outbound/destinations/network-count";
import { ReportBars } from "@/app/(dashboard)/outbound/destinations/report-bars";
import { DeliveryChart } from "@/app/(dashboard)/outbound/destinations/report-chart";
import { DeliveryReportDays } from "@/app/(dashboard)/outbound/destinations/report-days";
import { useDestination } from "@/app/(dashboard)/outbound/destinations/use-destination";
import { child } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useProject } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { fullDay } from "@/components/format";
import { Card } from "@/components/ui/card";
import { t } from "@/lib/base/languages/texts";
import { dayIn } from "@/lib/base/time";

export default function DestinationReport() {
  const { path, row, error: unknown, refetch: again } = useDestination();
  const { data, error, refetch } = useGet(child(path, "/report"), { refetchInterval: 30_000 });
  const { time_zone: timeZone } = useProject();
  if (!data || !row)
    return (
      <NotLoaded error={error ?? unknown} retry={() => Promise.all([refetch(), again()])} className="h-120" />
    );
  const failed = <FailedDeliveries destination={row.id} />;
  if (data.days.length === 0)
    return (
      <div className="grid grid-cols-1 gap-6">
        {failed}
        <Card>
          <EmptyState icon={Send} title={t("No deliveries in the last 30 days")}>
            {row.mode === "off"
              ? t("It is off. Switch it to a dry run to see what would be sent.")
              : t("They appear with the next install, event or payment that matches a rule.")}
          </EmptyState>
        </Card>
      </div>
    );
  return (
    <div className="grid grid-cols-1 gap-6">
      {failed}
      <DeliveryChart days={data.days} today={dayIn(timeZone, new Date())} />
      {data.count === null ? null : <NetworkCountCard count={data.count} />}
      <ReportBars days={data.days} errors={data.errors} />
      <DeliveryReportDays days={data.days} destination={row.id} />
      {data.from === null ? null : (
        <p className="text-muted text-sm">
          {t(
            "Summed up from {from} on: there are too many deliveries to sum up the days before. They are still in the list of deliveries.",
            { from: fullDay(data.from) },
          )}
        </p>
      )}
    </div>
  );
}
