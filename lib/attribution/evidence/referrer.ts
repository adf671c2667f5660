import { type MetaEnvelope, metaEnvelope } from "@/lib/attribution/evidence/meta-referrer";
import { isUuid } from "@/lib/base/ids";

/** Parameter names of a Cairn click ID in a referrer or a link. */
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
  wbraid: string | null;
  googleCampaignId: string | null;
  meta: MetaEnvelope | null;
  utmSource: string | null;
  utmMedium: string | null;
  utmCampaign: string | null;
  /** Null if it contains Meta's envelope. */
  utmContent: string | null;
  utmTerm: string | null;
};

const nothing: Referrer = {
  kind: "unknown",
  clickId: null,
  gclid: null,
  gbraid: null,
  wbraid: null,
  googleCampaignId: null,
  meta: null,
  utmSource: null,
  utmMedium: null,
  utmCampaign: null,
  utmContent: null,
  utmTerm: null,
};

/** Reads Play's install referrer. All fields are optional, and a missing referrer is not evidence. */
export function readReferrer(raw: string | null): Referrer {
  if (!raw) return nothing;
  let params = new URLSearchParams(raw);
  // Some launchers encode the whole text again: then there is one key and no value.
  if (!raw.includes("=") && /%3d/i.test(raw)) params = new URLSearchParams(decodeOnce(raw));

  const get = (name: string) => params.get(name) || null;
  const content = get("utm_content");
  const read: Referrer = {
    ...nothing,
    clickId: clickIdNames.map(get).find((value) => value !== null) ?? null,
    gclid: get("gclid"),
    gbraid: get("gbraid"),
    wbraid: get("wbraid"),
    googleCampaignId: get("gad_campaignid") ?? get("campaignid"),
    meta: metaEnvelope(content),
    utmSource: get("utm_source"),
    utmMedium: get("utm_medium")?.toLowerCase() ?? null,
    utmCampaign: get("utm_campaign"),
    utmContent: content?.startsWith("{") ? null : content,
    utmTerm: get("utm_term"),
  };
  return { ...read, kind: kindOf(read) };
}

function kindOf(read: Referrer): Referrer["kind"] {
  if (read.clickId) return "own_click";
  if (read.gclid || read.gbraid || read.wbraid) return "google_ads";
  if (read.meta) return "meta_encrypted";
  if (read.utmSource === "google-play" && read.utmMedium === "organic") return "play_organic";
  if (read.utmSource === "(not set)") return "play_untagged";
  // The source alone does not prove an ad of Meta's.
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

/** Only IDs in Cairn's format can be looked up. */
export const cairnClickId = (text: string | null) => (text && isUuid(text) ? text.toLowerCase() : null);
