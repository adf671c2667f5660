import type { Affiliates } from "../../contract";
import { useGet } from "../../data";
import { useProject } from "../../session";

/** The affiliates of the project, for a filter. */
export function useAffiliateChoices() {
  const { data } = useGet<Affiliates>(`/projects/${useProject().id}/affiliates`);
  return (data?.affiliates ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
}
