"use client";

import { useParams } from "next/navigation";
import { at, child } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { useProject } from "@/app/(dashboard)/shell/session";

/** The destination in the address, and its API path. */
export function useDestination() {
  const { destination: id } = useParams<{ destination: string }>();
  const { id: project } = useProject();
  const all = at("/projects/:project/destinations", { project });
  const path = child(all, "/:id", { id });
  const { data, error, refetch } = useGet(path, { refetchInterval: 15_000 });
  const kinds = useGet(child(all, "/kinds"), { staleTime: 600_000 });
  const row = data?.destination;
  return {
    base: `/p/${project}/destinations/${id}`,
    all,
    path,
    row,
    kind: row && kinds.data?.kinds.find(({ code }) => code === row.kind),
    error: error ?? kinds.error,
    refetch: () => Promise.all([refetch(), kinds.refetch()]),
  };
}
