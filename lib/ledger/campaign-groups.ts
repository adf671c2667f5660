/**
 * Groups of campaigns for filters: `network:META`, `affiliate:12`, `tag:brand`. An empty value after the colon means
 * campaigns without one. Runs in the browser too.
 */
const values = {
  network: /^[A-Z0-9_]{0,64}$/,
  affiliate: /^([1-9]\d{0,14})?$/,
  tag: /^[^\p{Cc}]{0,128}$/u,
} as const;

export type GroupedBy = keyof typeof values;
export type CampaignGroup = { by: GroupedBy; value: string | null };

export const isGroupedBy = (name: string): name is GroupedBy => Object.hasOwn(values, name);

export const campaignGroupText = (by: GroupedBy, value: string) => `${by}:${value}`;

/** Null if the text is not a group. */
export function campaignGroupOf(text: string): CampaignGroup | null {
  const colon = text.indexOf(":");
  const [by, value] = [text.slice(0, Math.max(0, colon)), text.slice(colon + 1)];
  if (colon < 0 || !isGroupedBy(by) || !values[by].test(value)) return null;
  return { by, value: value || null };
}

/** One campaign by its ID, or the campaigns of a group. */
export const campaignGroupNamed = (text: string): number | CampaignGroup | null =>
  /^[1-9]\d{0,14}$/.test(text) ? Number(text) : campaignGroupOf(text);

/** The ad set ID of ads whose ad set is unknown. */
export const noAdSetId = "(none)";
