import { t } from "@/lib/base/languages/texts";
import { networkLabel } from "@/lib/campaigns/networks";
import type { Campaign } from "@/lib/campaigns/table/schema";

type Linked = Pick<Campaign, "link" | "network" | "url_parameters">;

/** The link with the ad network's macros, if it has any. */
export function networkLinkOf({ link, network, url_parameters: parameters }: Linked) {
  if (!network || !parameters || !link) return null;
  const hash = link.indexOf("#");
  const [address, fragment] = hash === -1 ? [link, ""] : [link.slice(0, hash), link.slice(hash)];
  // The link already has a query, which names the campaign.
  return {
    name: t("Link for {network}", { network: networkLabel(network) }),
    value: `${address}&${parameters}${fragment}`,
  };
}

/** The short link's host and ID, with the network's parameters of the ad. */
export const viewLinkOf = (short: string, parameters: string) => {
  const { origin, pathname } = new URL(short);
  return `${origin}/i${pathname}${parameters ? `?${parameters}` : ""}`;
};
