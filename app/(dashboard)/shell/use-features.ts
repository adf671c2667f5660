import { useEffect } from "react";
import { at } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { useSession } from "@/app/(dashboard)/shell/session";
import type { UsedFeatures } from "@/lib/activity/features/schema";

const keyOf = (project: number) => `features-${project}`;

function readKnown(project: number): UsedFeatures | undefined {
  try {
    return JSON.parse(localStorage.getItem(keyOf(project)) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * The optional features that the open project uses. Until they are loaded, those of the last visit: menus and switches
 * that appear later would move what is being read.
 */
export function useFeatures(): UsedFeatures | undefined {
  const { project } = useSession();
  const id = project?.id;
  const { data } = useGet(id === undefined ? null : at("/projects/:project/features", { project: id }), {
    staleTime: 60_000,
  });
  useEffect(() => {
    if (data && id !== undefined) localStorage.setItem(keyOf(id), JSON.stringify(data));
  }, [data, id]);
  return data ?? (id === undefined ? undefined : readKnown(id));
}

export const isFeatureShown = (feature: keyof UsedFeatures | undefined, used: UsedFeatures | undefined) =>
  feature === undefined || used?.[feature] === true;
