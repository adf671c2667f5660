/**
 * Google's own attribution of an install, from its answer to the event `first_open` (`ad_events`). Written from its
 * public documentation, without a developer token, so no real answer was compared. Pure.
 */

/** A claim with Cairn's names. IDs are text, because IDs of some networks exceed a number. */
export type GoogleClaim = {
  campaignId: string;
  campaignName: string | null;
  adGroupId: string | null;
  creativeId: string | null;
  keyword: string | null;
  /** The time of the ad interaction; null if Google does not name it. */
  at: Date | null;
  isView: boolean;
};

/** The stored fields of an ad event. */
const storedFields = [
  "campaign_id",
  "campaign_name",
  "campaign_type",
  "ad_group_id",
  "creative_id",
  "keyword",
  "network_type",
  "interaction_type",
  "timestamp",
];

const maxText = 256;

/** The part of Google's answer that is stored. Null if Google does not claim the install, or names no campaign. */
export function claimInGoogleAnswer(body: Record<string, unknown>): Record<string, unknown> | null {
  if (body.attributed !== true || !Array.isArray(body.ad_events)) return null;
  const events = (body.ad_events as unknown[])
    .slice(0, 100)
    .filter((event): event is Record<string, unknown> => typeof event === "object" && event !== null);
  // The last interaction counts, as for all clicks.
  const [latest] = events
    .filter((event) => idIn(event.campaign_id) !== null)
    .sort((a, b) => secondsIn(b.timestamp) - secondsIn(a.timestamp));
  if (latest === undefined) return null;
  return Object.fromEntries(
    storedFields.flatMap((name): [string, string | number][] => {
      const value = latest[name];
      if (typeof value === "number") return [[name, value]];
      return typeof value === "string" ? [[name, value.slice(0, maxText)]] : [];
    }),
  );
}

/** Reads a stored claim. */
export function readGoogleClaim(stored: unknown): GoogleClaim | null {
  if (typeof stored !== "object" || stored === null) return null;
  const fields = stored as Record<string, unknown>;
  const campaignId = idIn(fields.campaign_id);
  if (campaignId === null) return null;
  const seconds = secondsIn(fields.timestamp);
  return {
    campaignId,
    campaignName: textIn(fields.campaign_name),
    adGroupId: idIn(fields.ad_group_id),
    creativeId: idIn(fields.creative_id),
    keyword: textIn(fields.keyword),
    at: seconds > 1_000_000_000 ? new Date(Math.round(seconds * 1_000)) : null,
    isView: /^(view|impression)/i.test(textIn(fields.interaction_type) ?? ""),
  };
}

const textIn = (value: unknown): string | null =>
  typeof value === "string" && value.trim() !== "" ? value.trim().slice(0, maxText) : null;

function idIn(value: unknown): string | null {
  if (typeof value === "number" && Number.isSafeInteger(value) && value > 0) return String(value);
  return typeof value === "string" && /^\d{1,20}$/.test(value) ? value : null;
}

const secondsIn = (value: unknown): number => {
  const seconds = Number(value);
  return Number.isFinite(seconds) && seconds < 100_000_000_000 ? seconds : 0;
};
