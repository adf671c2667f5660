/** Shares the credit for an install among the campaigns that touched it. Pure. */

/** How a model shares one install; last touch is what the report counts. */
export const creditModels = ["last_touch", "first_touch", "linear", "position"] as const;
export type CreditModel = (typeof creditModels)[number];

/** The campaigns that touched an install, each once: the one of the first touch, all, and the one that won. */
export type TouchPath = { first: number; campaigns: readonly number[]; last: number };

/** The shares of the first and the last touch in the position-based model. The others share the rest equally. */
export const endShare = 0.4;

const equally = (campaigns: readonly number[], share: number): [number, number][] =>
  campaigns.map((campaign) => [campaign, share / campaigns.length]);

function positionShares({ first, campaigns, last }: TouchPath): [number, number][] {
  const between = campaigns.filter((campaign) => campaign !== first && campaign !== last);
  if (between.length === 0) return equally([first, last], 1);
  return [...equally([first, last], 2 * endShare), ...equally(between, 1 - 2 * endShare)];
}

/** The shares of an install; a campaign can be listed twice. They add up to 1. */
export function creditShares(path: TouchPath, model: CreditModel): [campaign: number, share: number][] {
  if (model === "last_touch") return [[path.last, 1]];
  if (model === "first_touch") return [[path.first, 1]];
  return model === "linear" ? equally(path.campaigns, 1) : positionShares(path);
}

/** A campaign's installs by model, and the installs of other campaigns that it touched before. */
export type Credit = Record<CreditModel, number> & { assists: number };

/** The sums over paths, each with its number of installs. */
export function creditByCampaign(paths: readonly (TouchPath & { installs: number })[]): Map<number, Credit> {
  const credits = new Map<number, Credit>();
  const of = (campaign: number) => {
    const known = credits.get(campaign);
    if (known) return known;
    const credit = { last_touch: 0, first_touch: 0, linear: 0, position: 0, assists: 0 };
    credits.set(campaign, credit);
    return credit;
  };
  for (const path of paths) {
    for (const model of creditModels)
      for (const [campaign, share] of creditShares(path, model)) of(campaign)[model] += share * path.installs;
    for (const campaign of path.campaigns) if (campaign !== path.last) of(campaign).assists += path.installs;
  }
  return credits;
}
