"use client";

import { KindCards } from "@/app/(dashboard)/outbound/destinations/kind-cards";
import { at } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useProject } from "@/app/(dashboard)/shell/session";
import { PageHeader } from "@/components/page-header";
import { t } from "@/lib/base/languages/texts";

export default function NewDestination() {
  const { id } = useProject();
  const { data, error, refetch } = useGet(at("/projects/:project/destinations/kinds", { project: id }), {
    staleTime: 600_000,
  });
  return (
    <div className="mx-auto grid max-w-6xl grid-cols-1 gap-6">
      <PageHeader
        title={t("Add a destination")}
        description={t(
          "Choose where to send conversions. A new destination starts as a dry run: you see the payloads before anything is sent.",
        )}
      />
      {data ? (
        <KindCards data={data} base={`/p/${id}/destinations/new`} />
      ) : (
        <NotLoaded error={error} retry={refetch} className="h-80" />
      )}
    </div>
  );
}
