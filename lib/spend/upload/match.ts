import type { ProjectId } from "@/lib/base/ids";
import { findAdNames, findMatchedCampaigns, type KnownCampaign } from "@/lib/spend/upload/queries";
import type { LineFacts, UploadedCampaign } from "@/lib/spend/upload/rows";

const distinct = (texts: Iterable<string>) => [...new Set([...texts].filter(Boolean))];

export type CampaignMatch = {
  /** Undefined: no campaign matches. Null: left out. */
  campaignOf(facts: LineFacts): number | null | undefined;
  unmatched: { key: string; name: string; lines: number; decided: boolean; campaign: KnownCampaign | null }[];
  nameOf(campaign: number): string;
};

/**
 * Finds the file's campaigns: by the uploader's choice, then display ID, then the network's ID. Then by a unique name,
 * and last by a name that is a display ID.
 */
export async function matchCampaigns(
  projectId: ProjectId,
  lines: readonly LineFacts[],
  chosen: readonly { key: string; campaign: number | null }[],
): Promise<CampaignMatch> {
  const named = new Map(lines.map((each) => [nameKey(each.named), each.named]));
  const all = [...named.values()];
  const known = await findMatchedCampaigns(projectId, {
    displayIds: distinct(all.flatMap((each) => [each.displayId, each.name])),
    networkIds: distinct(all.map((each) => each.networkId)),
    names: distinct(all.map((each) => each.name.toLowerCase())),
    ids: chosen.flatMap(({ campaign }) => campaign ?? []),
  });
  const byId = new Map(known.map((campaign) => [campaign.id, campaign]));
  const found = new Map([...named].map(([key, each]) => [key, find(each, known)]));
  const choices = new Map(chosen.map(({ key, campaign }) => [key, campaign]));
  const unmatched = new Map<string, CampaignMatch["unmatched"][number]>();
  for (const each of lines) {
    if (found.get(nameKey(each.named))) continue;
    const choice = choices.get(each.key);
    const campaign = (choice && byId.get(choice)) || null;
    const one = unmatched.get(each.key) ?? {
      key: each.key,
      name: each.named.name || each.key,
      lines: 0,
      decided: choice === null || campaign !== null,
      campaign,
    };
    one.lines++;
    unmatched.set(each.key, one);
  }
  return {
    campaignOf(each) {
      const direct = found.get(nameKey(each.named));
      if (direct) return direct.id;
      const one = unmatched.get(each.key);
      return one?.decided ? (one.campaign?.id ?? null) : undefined;
    },
    unmatched: [...unmatched.values()].sort((a, b) => b.lines - a.lines),
    nameOf: (campaign) => byId.get(campaign)?.name ?? "",
  };
}

const nameKey = ({ displayId, network, networkId, name }: UploadedCampaign) =>
  JSON.stringify([displayId, network, networkId, name]);

function find(
  { displayId, network, networkId, name }: UploadedCampaign,
  known: readonly KnownCampaign[],
): KnownCampaign | null {
  if (displayId) return known.find((each) => each.display_id === displayId) ?? null;
  const only = (campaigns: KnownCampaign[]) => (campaigns.length === 1 ? campaigns[0]! : null);
  if (networkId) {
    const tied = known.filter(
      (each) => each.network_campaign_id === networkId && (network === null || each.network === network),
    );
    if (tied.length > 0) return only(tied);
  }
  if (!name) return null;
  const called = known.filter((each) => each.name.toLowerCase() === name.toLowerCase());
  // Users' own tables often name campaigns by the ID in their links.
  if (called.length === 0) return known.find((each) => each.display_id === name) ?? null;
  return only(called) ?? only(called.filter((each) => each.network === network));
}

/** The known ID of an ad set, creative or keyword, if the file has only its name. */
export async function matchParts(
  projectId: ProjectId,
  lines: readonly LineFacts[],
): Promise<(campaign: number, level: string, name: string) => string | undefined> {
  const names = distinct(
    lines.flatMap(({ parts }) => Object.values(parts).map(({ id, name }) => (id ? "" : name))),
  );
  if (names.length === 0) return () => undefined;
  const known = await findAdNames(projectId, names);
  const ids = new Map(known.map((each) => [`${each.campaign_id} ${each.level} ${each.name}`, each.ad_id]));
  return (campaign, level, name) => ids.get(`${campaign} ${level} ${name}`);
}
