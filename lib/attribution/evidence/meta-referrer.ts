import { createDecipheriv } from "node:crypto";

/** The content of Meta's encrypted install referrer, with Cairn's names. */
export type MetaReferrer = {
  campaignId: string | null;
  campaignName: string | null;
  adSetId: string | null;
  adSetName: string | null;
  creativeId: string | null;
  creativeName: string | null;
  adId: string | null;
  accountId: string | null;
  publisherPlatform: string | null;
  platformPosition: string | null;
};

export type MetaEnvelope = { data: string; nonce: string; at: Date | null };

/** `utm_content` of the referrer: an object, or JSON text of one. */
export function metaEnvelope(content: unknown): MetaEnvelope | null {
  const value = parsed(content);
  if (typeof value !== "object" || value === null) return null;
  const { source, t } = value as { source?: { data?: unknown; nonce?: unknown }; t?: unknown };
  if (typeof source?.data !== "string" || typeof source.nonce !== "string") return null;
  return {
    data: source.data,
    nonce: source.nonce,
    at: typeof t === "number" && t > 0 ? new Date(t * 1_000) : null,
  };
}

export type MetaReferrerSource = { envelope: MetaEnvelope; at: Date | null; view: boolean };

/** Meta's own apps pass columns, the first of which is JSON text. */
export function metaReferrerSource(sent: unknown): MetaReferrerSource | null {
  const columns = typeof sent === "object" && sent !== null ? (sent as Record<string, unknown>) : null;
  if (!columns) return null;
  const inner = parsed(columns.install_referrer ?? columns) as { utm_content?: unknown } | null;
  const envelope = metaEnvelope(inner?.utm_content);
  if (!envelope) return null;
  const seconds = Number(columns.actual_timestamp ?? 0);
  return {
    envelope,
    at: seconds > 1_000_000_000 ? new Date(seconds * 1_000) : envelope.at,
    view: Number(columns.is_ct ?? 1) === 0,
  };
}

/** Reads a referrer as copied from logs: Play's, one of Meta's apps, or only the encrypted part. */
export function readReferrerSample(text: string): MetaEnvelope | null {
  const json = text.startsWith("{") ? parsed(text) : null;
  if (json !== null) return metaReferrerSource(json)?.envelope ?? metaEnvelope(json);
  const whole = /%3d/i.test(text) && !text.includes("=") ? decodeURIComponentOr(text) : text;
  return metaEnvelope(new URLSearchParams(whole.replace(/^.*\?/s, "")).get("utm_content"));
}

function decodeURIComponentOr(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Accepts JSON text, or its parsed value. */
function parsed(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}

/** Cleans a pasted key: Meta's own page shows one with an extra letter. */
export function parseMetaKey(text: string): Buffer | null {
  const hex = /^[0-9a-f]{64}/i.exec(text.trim())?.[0];
  return hex && /^[0-9a-f]{64}[^0-9a-f]*$/i.test(text.trim()) ? Buffer.from(hex, "hex") : null;
}

/** AES-256-GCM, the tag behind the ciphertext. Null if the key is wrong or the text was changed. */
export function decryptMeta(envelope: MetaEnvelope, key: Buffer): MetaReferrer | null {
  const isHex = (text: string) => text.length % 2 === 0 && /^[0-9a-f]+$/i.test(text);
  if (
    !isHex(envelope.data) ||
    !isHex(envelope.nonce) ||
    envelope.nonce.length !== 24 ||
    envelope.data.length <= 32
  )
    return null;
  const raw = Buffer.from(envelope.data, "hex");
  try {
    const cipher = createDecipheriv("aes-256-gcm", key, Buffer.from(envelope.nonce, "hex"));
    cipher.setAuthTag(raw.subarray(-16));
    const text = Buffer.concat([cipher.update(raw.subarray(0, -16)), cipher.final()]).toString("utf8");
    return named(JSON.parse(text) as Record<string, unknown>);
  } catch {
    return null;
  }
}

function named(fields: Record<string, unknown>): MetaReferrer {
  const text = (name: string) => {
    const value = fields[name];
    return typeof value === "string" && value !== ""
      ? value
      : typeof value === "number"
        ? String(value)
        : null;
  };
  return {
    campaignId: text("campaign_group_id"),
    campaignName: text("campaign_group_name"),
    adSetId: text("campaign_id"),
    adSetName: text("campaign_name"),
    creativeId: text("adgroup_id") ?? text("ad_id"),
    creativeName: text("adgroup_name"),
    adId: text("ad_id"),
    accountId: text("account_id"),
    publisherPlatform: text("publisher_platform"),
    platformPosition: text("platform_position"),
  };
}
