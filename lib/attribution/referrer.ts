import { type MetaEnvelope, metaEnvelope } from "@/lib/attribution/meta-referrer";
import { isUuid } from "@/lib/ids";

/** Under which names a click id of ours may stand in a referrer or a link. */
export const clickIdNames = ["cairn_click", "click_id", "lr_ia_id"] as const;

export type Referrer = {
  kind:
    | "unknown"
    | "play_organic"
    | "play_untagged"
    | "own_click"
    | "google_ads"
    | "meta_encrypted"
    | "meta_undecryptable"
    | "utm";
  clickId: string | null;
  gclid: string | null;
  gbraid: string | null;
  meta: MetaEnvelope | null;
  utmSource: string | null;
  utmCampaign: string | null;
};

const nothing: Referrer = {
  kind: "unknown",
  clickId: null,
  gclid: null,
  gbraid: null,
  meta: null,
  utmSource: null,
  utmCampaign: null,
};

/** Reads Play's install referrer. Nothing in it is required, and its absence proves nothing. */
export function readReferrer(raw: string | null): Referrer {
  if (!raw) return nothing;
  let params = new URLSearchParams(raw);
  // Some launchers encode the whole once more: then there is one key and no value.
  if (!raw.includes("=") && /%3d/i.test(raw)) params = new URLSearchParams(decodeOnce(raw));

  const get = (name: string) => params.get(name) || null;
  const source = get("utm_source");
  const read: Referrer = {
    ...nothing,
    clickId: clickIdNames.map(get).find((value) => value !== null) ?? null,
    gclid: get("gclid"),
    gbraid: get("gbraid") ?? get("wbraid"),
    meta: metaEnvelope(get("utm_content")),
    utmSource: source,
    utmCampaign: get("utm_campaign"),
  };
  return { ...read, kind: kindOf(read, get("utm_medium")) };
}

function kindOf(read: Referrer, medium: string | null): Referrer["kind"] {
  if (read.clickId) return "own_click";
  if (read.gclid || read.gbraid) return "google_ads";
  if (read.meta) return "meta_encrypted";
  if (read.utmSource === "google-play" && medium === "organic") return "play_organic";
  if (read.utmSource === "(not set)") return "play_untagged";
  // The source alone is no proof of an ad of Meta's.
  if (
    /^apps\.(facebook|instagram)\.com$/.test(read.utmSource ?? "") ||
    /^(fb4a|ig4a)$/.test(read.utmCampaign ?? "")
  ) {
    return "meta_undecryptable";
  }
  return read.utmSource || read.utmCampaign ? "utm" : "unknown";
}

function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Only ids of the form ours have can be looked up. */
export const ownClickId = (text: string | null) => (text && isUuid(text) ? text.toLowerCase() : null);
