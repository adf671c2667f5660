import { at } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { useProject } from "@/app/(dashboard)/shell/session";
import { selectableNetworks } from "@/lib/campaigns/networks";

export type NetworkChoice = { value: string; label: string };

const builtIn: NetworkChoice[] = selectableNetworks.map(({ code, label }) => ({ value: code, label }));

/** The networks of pickers and filters: the project's own ones first. */
export function useNetworkChoices(): NetworkChoice[] {
  const { data } = useGet(at("/projects/:project/ad-networks", { project: useProject().id }), {
    staleTime: 60_000,
  });
  const custom = (data?.networks ?? []).filter((network) => network.is_custom);
  return [...custom.map(({ code, name }) => ({ value: code, label: name })), ...builtIn];
}
