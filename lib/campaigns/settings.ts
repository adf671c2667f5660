import type { Project } from "@/lib/accounts/access/project";
import { Refusal } from "@/lib/base/refusal";
import { normalizeHost } from "@/lib/base/web/hosts";
import type { LinkRule } from "@/lib/campaigns/link-rules/schema";
import type { CampaignPurpose } from "@/lib/campaigns/purposes";
import { type FoundListing, findReferences } from "@/lib/campaigns/queries";

/** A campaign's settings that members choose. */
export type CampaignSettings = {
  name: string;
  active: boolean;
  isShortlink: boolean;
  deeplink: string | null;
  website: string | null;
  androidWebRedirect: string | null;
  iosWebRedirect: string | null;
  /** Null means the project's primary domain. */
  domainId: number | null;
  network: string | null;
  networkCampaignId: string | null;
  networkAccountId: number | null;
  webToApp: boolean;
  affiliateId: number | null;
  openInApp: boolean;
  socialTitle: string | null;
  socialText: string | null;
  socialImage: string | null;
  /** Null means the project's setting. */
  endedLinks: string | null;
  linkRules: LinkRule[];
  /** Its links redirect between these times, and for this number of clicks; null means no limit. */
  startsAt: string | null;
  endsAt: string | null;
  clickLimit: number | null;
  /** Null means the default window. */
  reengagementDays: number | null;
  purpose: CampaignPurpose;
  tags: string[];
  listings: { id: string; platform: string }[];
};

/** References of a campaign by names that callers use; absent and null both mean no reference. */
export type References = {
  domain?: string | null | undefined;
  listingIds?: string[] | undefined;
  affiliateId?: number | null | undefined;
  networkAccountId?: number | null | undefined;
};

/** A campaign whose end is not after its start would never run. */
export function checkSchedule({
  starts_at: start = null,
  ends_at: end = null,
}: {
  starts_at?: string | null | undefined;
  ends_at?: string | null | undefined;
}): void {
  if (start === null || end === null || Date.parse(start) < Date.parse(end)) return;
  const message = "The end must be after the start.";
  throw new Refusal("invalid_request", message, { fields: { ends_at: message } });
}

const maxNamed = 20;

/** Every reference must belong to the project; otherwise the API's error message is returned. */
export async function resolveReferences(
  project: Project,
  { domain = null, listingIds = [], affiliateId = null, networkAccountId = null }: References,
): Promise<{ domainId: number | null; listings: FoundListing[] }> {
  if (domain === null && affiliateId === null && networkAccountId === null && listingIds.length === 0) {
    return { domainId: null, listings: [] };
  }
  const host = domain === null ? null : normalizeHost(domain);
  const found = await findReferences(project.id, { host, listingIds, affiliateId, networkAccountId });
  if (domain !== null && found.domainId === null) throw notFound("domain", "Domain not found in project");
  checkListings(listingIds, found.listings);
  if (affiliateId !== null && !found.hasAffiliate) {
    throw notFound("affiliate_id", "Affiliate not found in project");
  }
  if (networkAccountId !== null && !found.hasAccount) {
    throw notFound("network_account_id", "Network account not found in project");
  }
  return found;
}

const notFound = (field: string, msg: string) =>
  new Refusal("invalid_request", msg, { fields: { [field]: msg } });

function checkListings(ids: string[], found: FoundListing[]): void {
  const known = new Set(found.map((listing) => listing.id));
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0) {
    const named = unknown.slice(0, maxNamed).join(", ");
    const others = unknown.length > maxNamed ? ` and ${unknown.length - maxNamed} more` : "";
    throw new Refusal(
      "store_listing_unknown",
      `Store listing(s) not found for this project: ${named}${others}`,
    );
  }
  if (new Set(found.map((listing) => listing.platform)).size < found.length) {
    throw new Refusal(
      "store_listing_duplicate",
      "Cannot assign multiple store listings with the same platform to a campaign!",
    );
  }
}
