import { useGet } from "@/app/(dashboard)/data";
import { useProject } from "@/app/(dashboard)/session";

type Names = { campaigns: { id: number; name: string; network: string | null }[] };

/** The newest campaigns by name. */
export function useCampaignNames() {
  const { data } = useGet<Names>(`/projects/${useProject().id}/campaigns?limit=100`, { staleTime: 60_000 });
  return data?.campaigns ?? [];
}
