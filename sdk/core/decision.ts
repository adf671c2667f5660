import type { ConversionValue } from "./platform";

/** The attribution of an install, for the app. */
export type Attribution =
  | { state: "pending"; retryAfterMs: number | null }
  | {
      state: "decided";
      /** A network's code, `LINK` for a campaign without a network, or `ORGANIC`. */
      source: string;
      campaign: { id: string; name: string; adSet: string; creative: string } | null;
      /** The campaign's destination within the app. */
      deeplink: string | null;
      /** True for a probabilistic match, which may be another person's click. Null if the server does not report it. */
      isGuess: boolean | null;
    };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** Reads the response of `attribution-data`. Any other response counts as pending, and is requested again. */
export function readAttribution(response: unknown): Attribution {
  const data = isObject(response) ? response.data : null;
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

/**
 * The conversion value for Apple in a response: inside `data`, or next to it in the response of `init`. Null if there
 * is none.
 */
export function readConversionValue(response: unknown): ConversionValue | null {
  if (!isObject(response)) return null;
  const fields = isObject(response.data) ? { ...response, ...response.data } : response;
  const { fine_conversion_value: fine, coarse_conversion_value: coarse, lock_postback: lock } = fields;
  const isFine = typeof fine === "number" && Number.isInteger(fine) && fine >= 0 && fine <= 63;
  const isCoarse = coarse === "low" || coarse === "medium" || coarse === "high";
  if (!isFine && !isCoarse) return null;
  return { fine: isFine ? fine : null, coarse: isCoarse ? coarse : null, lock: lock === true };
}

/** The destination of a link in the response of `handle-deeplink`. Null if the link has no other destination. */
export function readDeeplink(response: unknown): string | null {
  const data = isObject(response) ? response.data : null;
  return isObject(data) ? text(data.deeplink) || null : null;
}
