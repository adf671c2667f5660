import { at, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { useProject } from "@/app/(dashboard)/shell/session";
import { inSentence } from "@/lib/base/languages/texts";
import { campaignStates } from "@/lib/campaigns/table/names";

/** The newest campaigns by name, of all networks or one. Archived ones are last and marked, because figures of the past belong to them. */
export function useCampaignChoices(network = "") {
  const address = at("/projects/:project/campaigns", { project: useProject().id });
  const { data } = useGet(withQuery(address, { limit: 100, status: "any", ...(network && { network }) }), {
    staleTime: 60_000,
  });
  return (data?.campaigns ?? []).map(({ id, name, state }) => ({
    value: String(id),
    label: state === "archived" ? `${name} (${inSentence(campaignStates.archived)})` : name,
  }));
}
