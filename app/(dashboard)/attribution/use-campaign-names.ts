import { at, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { useProject } from "@/app/(dashboard)/shell/session";

/** The newest campaigns by name. */
export function useCampaignNames() {
  const { data } = useGet(
    withQuery(at("/projects/:project/campaigns", { project: useProject().id }), { limit: 100 }),
    { staleTime: 60_000 },
  );
  return data?.campaigns ?? [];
}
