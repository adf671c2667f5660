/** Normalizes personal data as each network requires, and hashes it. Pure. */
import { createHash } from "node:crypto";
import type { DeviceId } from "@/lib/facts/app-calls/device";

const sha256 = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");

/** Apps and servers may send hashed personal data. A second hash would not match any user. */
const hashedForm = /^[0-9a-f]{64}$/i;

const once = (raw: string, normal: (text: string) => string | null): string | null => {
  const text = raw.trim();
  if (hashedForm.test(text)) return text.toLowerCase();
  const normalised = normal(text);
  return normalised === null ? null : sha256(normalised);
};

const lower = (email: string) => email.trim().toLowerCase();

/** Mail providers ignore dots and the part after a plus. */
const bare = (local: string) => local.replace(/\+.*$/, "").replaceAll(".", "");

function withLocal(email: string, change: (local: string, domain: string) => string): string {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1);
  return `${change(email.slice(0, at), domain)}@${domain}`;
}

const isGmail = (domain: string) => domain === "gmail.com" || domain === "googlemail.com";

const emailForms = {
  plain: lower,
  google: (email: string) =>
    withLocal(lower(email).replaceAll(/\s/g, ""), (local, domain) => (isGmail(domain) ? bare(local) : local)),
  reddit: (email: string) => withLocal(lower(email), bare),
} as const;

/** Null if the text is not an email address. */
export const hashedEmail = (raw: string | null, form: keyof typeof emailForms): string | null =>
  raw === null ? null : once(raw, (text) => (/^[^@]+@[^@\s]+$/.test(text) ? emailForms[form](text) : null));

/**
 * The digits of a phone number with its country code, at most 15. A single leading zero marks a number without a
 * country code. Its hash would match no user, or the wrong one.
 */
function digitsOf(phone: string): string | null {
  const main = phone.replace(/\s*(ext\.?|extension|x|#)\s*\d+\s*$/i, "").replace("(0)", "");
  const digits = main.replaceAll(/\D/g, "");
  const whole = main.trimStart().startsWith("+") ? digits : digits.replace(/^00/, "");
  return /^[1-9]\d{6,14}$/.test(whole) ? whole : null;
}

const phoneForms = {
  digits: (phone: string) => digitsOf(phone),
  e164: (phone: string) => {
    const digits = digitsOf(phone);
    return digits === null ? null : `+${digits}`;
  },
} as const;

/** Null if the number has no country code. */
export const hashedPhone = (raw: string | null, form: keyof typeof phoneForms): string | null =>
  raw === null ? null : once(raw, phoneForms[form]);

/** The ID of a user in the customer's own systems. */
export const hashedUserId = (id: string): string | null => once(id, (text) => text.toLowerCase() || null);

/** Apple writes its ID in capitals, Google in lower case; both are stored in lower case. */
const asWritten = ({ kind, id }: DeviceId) => (kind === "idfa" ? id.toUpperCase() : id.toLowerCase());

const deviceForms = {
  lower: ({ id }: DeviceId) => id.toLowerCase(),
  as_written: asWritten,
  sha256_lower: ({ id }: DeviceId) => sha256(id.toLowerCase()),
  sha256_as_written: (device: DeviceId) => sha256(asWritten(device)),
} as const;
export type DeviceForm = keyof typeof deviceForms;

export const deviceIdAs = (device: DeviceId | null, form: DeviceForm): string | null =>
  device === null ? null : deviceForms[form](device);
