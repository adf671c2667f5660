"use client";

import { at, child, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import type { Campaign } from "@/lib/campaigns/table/schema";
import type { MemberProject } from "@/lib/projects/schema";

/** Polls every other second, so that a click appears soon. */
export function useProgress(project: MemberProject) {
  const path = at("/projects/:project", { project: project.id });
  const listings = useGet(child(path, "/store-listings"));
  const campaigns = useGet(withQuery(child(path, "/campaigns"), { limit: 1 }));
  const clicks = useGet(withQuery(child(path, "/live"), { kinds: "click", limit: 1 }), {
    refetchInterval: 2_000,
  });
  const arrivals = useGet(child(path, "/arrivals"), { refetchInterval: 10_000 });
  const retry = () => {
    for (const each of [listings, campaigns, clicks]) if (each.error) void each.refetch();
  };
  if (!listings.data || !campaigns.data || !clicks.data) {
    return { progress: null, error: listings.error ?? campaigns.error ?? clicks.error, retry };
  }
  const campaign: Campaign | null = campaigns.data.campaigns[0] ?? null;
  const progress = {
    listings: listings.data.store_listings.length,
    campaign,
    click: clicks.data.entries[0] ?? null,
    installs: project.has_installs,
    real: project.first_install,
    noPublicAddress: arrivals.data?.no_public_address ?? false,
  };
  return { progress, error: null, retry };
}
