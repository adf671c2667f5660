import type { ConversionValue } from "./platform";

/** Where an install came from, as the app reads it. */
export type Attribution =
  | { state: "pending"; retryAfterMs: number | null }
  | {
      state: "decided";
      /** A network's code, `LINK` for a campaign of no network, or `ORGANIC`. */
      source: string;
      campaign: { id: string; name: string; adSet: string; creative: string } | null;
      /** Where the campaign leads within the app. */
      deeplink: string | null;
      /** True: a likelihood decided, so that it may be somebody else's click. Null: the server does not say. */
      isGuess: boolean | null;
    };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** Reads the answer of `attribution-data`. Any other response counts as pending, and is requested again. */
export function readAttribution(answer: unknown): Attribution {
  const data = isObject(answer) ? answer.data : null;
  if (!isObject(data)) return { state: "pending", retryAfterMs: null };
  const source = text(data.attribution_source);
  if (source === "" || source === "PENDING") {
    const wait = data.retry_after_ms;
    const isReported = typeof wait === "number" && Number.isFinite(wait) && wait >= 0;
    return { state: "pending", retryAfterMs: isReported ? wait : null };
  }
  const campaign = isObject(data.campaign_data) ? data.campaign_data : null;
  return {
    state: "decided",
    source,
    campaign: campaign && {
      id: text(campaign.id),
      name: text(campaign.name),
      adSet: text(campaign.group_name),
      creative: text(campaign.asset_name),
    },
    deeplink: text(data.deeplink) || null,
    isGuess: typeof data.is_guess === "boolean" ? data.is_guess : null,
  };
}

/** The value for Apple in an answer: within `data`, or beside it in that of `init`. Null: it has none. */
export function readConversionValue(answer: unknown): ConversionValue | null {
  if (!isObject(answer)) return null;
  const fields = isObject(answer.data) ? { ...answer, ...answer.data } : answer;
  const { fine_conversion_value: fine, coarse_conversion_value: coarse, lock_postback: lock } = fields;
  const isFine = typeof fine === "number" && Number.isInteger(fine) && fine >= 0 && fine <= 63;
  const isCoarse = coarse === "low" || coarse === "medium" || coarse === "high";
  if (!isFine && !isCoarse) return null;
  return { fine: isFine ? fine : null, coarse: isCoarse ? coarse : null, lock: lock === true };
}

/** Where a link leads, by the answer of `handle-deeplink`. Null: nowhere else than it says itself. */
export function readDeeplink(answer: unknown): string | null {
  const data = isObject(answer) ? answer.data : null;
  return isObject(data) ? text(data.deeplink) || null : null;
}
