import { displayIdForm } from "@/lib/campaigns/rules";
import { campaignOfNetwork } from "@/lib/traffic/clicks/network-links";
import type { LinkedCampaignRow } from "@/lib/traffic/clicks/site-queries";
import { linkedCampaign, type Site } from "@/lib/traffic/clicks/sites";
import type { Visit, Visitor } from "@/lib/traffic/clicks/visit";

type Named =
  | { kind: "view"; campaign: LinkedCampaignRow }
  | { kind: "no view" }
  | { kind: "click"; campaign: LinkedCampaignRow | null; displayId: string };

/** The campaign of a visit, and if it is a view or a click. */
export async function campaignIn(
  site: Site,
  { path, tick }: Pick<Visit, "path" | "tick">,
  query: URLSearchParams,
  visitor: Visitor,
): Promise<Named> {
  const named = (displayId: string) =>
    displayIdForm.test(displayId) ? linkedCampaign(site, displayId, tick) : null;
  if (path.startsWith("/i/")) {
    const seen = await named(bare(path.slice(2)));
    if (seen) return { kind: "view", campaign: seen };
    // A deeplink's path may begin like that of a view.
    if (!query.getAll("c").some((id) => id !== "")) return { kind: "no view" };
  }
  const displayId = displayIdIn(path, query);
  const found = named(displayId);
  const campaign = found instanceof Promise ? await found : found;
  return {
    kind: "click",
    campaign:
      campaign ??
      (await campaignOfNetwork(site, visitor.params, tick)) ??
      (displayId === "" && site.defaultCampaign
        ? await linkedCampaign(site, site.defaultCampaign, tick)
        : null),
    displayId,
  };
}

/** `/?c=ID`, `/ID`, or any path with `c=ID`. Empty where no id is given. */
function displayIdIn(path: string, query: URLSearchParams): string {
  const named = query.get("c") || query.getAll("c").find((id) => id !== "");
  if (named) return named;
  return bare(path);
}

const bare = (path: string) => path.slice(1, path.endsWith("/") ? -1 : undefined);
