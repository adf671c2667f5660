import { at } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { useSession } from "@/app/(dashboard)/shell/session";
import type { UsedFeatures } from "@/lib/activity/features/schema";

/** The optional features that the open project uses. */
export function useFeatures(): UsedFeatures | undefined {
  const { project } = useSession();
  const path = project ? at("/projects/:project/features", { project: project.id }) : null;
  return useGet(path, { staleTime: 60_000 }).data;
}

export const isFeatureShown = (feature: keyof UsedFeatures | undefined, used: UsedFeatures | undefined) =>
  feature === undefined || used?.[feature] === true;
