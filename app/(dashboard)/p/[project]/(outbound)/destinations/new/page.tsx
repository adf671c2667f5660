"use client";

import { at } from "@/app/(dashboard)/api";
import { useGet } from "@/app/(dashboard)/data";
import { NotLoaded } from "@/app/(dashboard)/page-skeleton";
import { useProject } from "@/app/(dashboard)/session";
import { PageHeader } from "@/components/page-header";
import { KindCards } from "../kind-cards";

export default function NewDestination() {
  const { id } = useProject();
  const { data, error, refetch } = useGet(at("/projects/:project/destinations/kinds", { project: id }), {
    staleTime: 600_000,
  });
  return (
    <div className="mx-auto grid max-w-6xl grid-cols-1 gap-6">
      <PageHeader
        title="Add a destination"
        description="Choose where to send conversions. A new destination starts as a dry run: you see the payloads before anything is sent."
      />
      {data ? (
        <KindCards data={data} base={`/p/${id}/destinations/new`} />
      ) : (
        <NotLoaded error={error} retry={refetch} className="h-80" />
      )}
    </div>
  );
}
