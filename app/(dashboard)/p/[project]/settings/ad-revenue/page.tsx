"use client";

import { CallbackCard } from "@/app/(dashboard)/settings/ad-revenue/callback-card";
import { HourlyForm } from "@/app/(dashboard)/settings/ad-revenue/hourly-form";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useProjectDetails } from "@/app/(dashboard)/shell/use-details";
import { PageHeader } from "@/components/page-header";
import { t } from "@/lib/base/languages/texts";

export default function AdRevenue() {
  const { data, error, refetch } = useProjectDetails();
  return (
    <>
      <PageHeader
        title={t("Ad revenue settings")}
        description={t(
          "What users' ad impressions earn. Your app reports it with adRevenue, your server with the API, or a mediation by calling a URL.",
        )}
      />
      {data ? (
        <>
          <HourlyForm project={data} />
          <CallbackCard />
        </>
      ) : (
        <NotLoaded error={error} retry={refetch} className="h-96" />
      )}
    </>
  );
}
