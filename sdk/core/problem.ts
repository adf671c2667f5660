/** Predicts the server's error for a call, so that the app gets it immediately. Pure. */

import { utf8 } from "./bytes";

/** The server accepts 256 KB; the rest is for the fields of every call. */
const maxBytes = 250_000;
const maxAmount = 1_000_000_000_000;
const maxAdRevenue = 5_000_000;

type Fields = Record<string, unknown>;
/** Null if the call is valid. */
type Problem = string | null;

export function problemOf(path: string, body: Fields): Problem {
  const text = JSON.stringify(body);
  // Each UTF-16 unit has at most three bytes in UTF-8.
  if (text.length * 3 > maxBytes && utf8(text).length > maxBytes)
    return `A call must not be larger than ${maxBytes} bytes.`;
  return checks[path]?.(body) ?? null;
}

const checks: Record<string, (body: Fields) => Problem> = {
  "capture-event": (body) =>
    textProblem("event_name", body.event_name, 256) ??
    objectProblem("event_data", body.event_data) ??
    amountProblem((body.event_data as Fields | null | undefined)?.amount, -maxAmount),
  "capture-payment": (body) =>
    textProblem("payment_id", body.payment_id, 256) ??
    (typeof body.amount === "number" ? null : "amount is required!") ??
    amountProblem(body.amount, 0) ??
    objectProblem("event_data", body.event_data),
  "capture-ad-revenue": (body) =>
    (typeof body.amount === "number" ? null : "amount is required!") ??
    amountProblem(body.amount, 0, maxAdRevenue) ??
    optionalProblem("network", body.network, 128) ??
    optionalProblem("placement", body.placement, 128) ??
    optionalProblem("ad_unit", body.ad_unit, 128) ??
    optionalProblem("ad_format", body.ad_format, 128),
  "remove-captured-payment": (body) => textProblem("payment_id", body.payment_id, 256),
  trigger: userProblem,
  "set-user-data": userProblem,
  "update-push-token": (body) => textProblem("push_token", body.push_token, 4_096),
  integrations: (body) => {
    for (const [name, id] of Object.entries((body.integration_info ?? {}) as Fields)) {
      const problem = textProblem("name", name, 256) ?? textProblem("id", id, 4_096);
      if (problem !== null) return problem;
    }
    return null;
  },
  "handle-deeplink": (body) => textProblem("deeplink_url", body.deeplink_url, 8_192),
  "set-consent": (body) => (Object.keys(body).length > 0 ? null : "At least one answer is required!"),
};

function userProblem(body: Fields): Problem {
  const user = (body.user_data ?? {}) as Fields;
  return (
    textProblem("user_data.id", user.id, 256) ??
    optionalProblem("user_data.name", user.name, 512) ??
    optionalProblem("user_data.email", user.email, 512) ??
    optionalProblem("user_data.phone", user.phone, 128)
  );
}

function textProblem(field: string, value: unknown, max: number): Problem {
  if (value === undefined || value === null || (typeof value === "string" && value.trim() === ""))
    return `${field} is required!`;
  return optionalProblem(field, value, max);
}

function optionalProblem(field: string, value: unknown, max: number): Problem {
  if (value === undefined || value === null) return null;
  if (typeof value !== "string") return `${field} must be a string.`;
  return value.length > max ? `${field} must not be longer than ${max} characters.` : null;
}

const objectProblem = (field: string, value: unknown): Problem =>
  value === undefined || value === null || isObject(value) ? null : `${field} must be an object.`;

export const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Text that looks like an amount is stored as it is, and not added up. */
function amountProblem(amount: unknown, min: number, max = maxAmount): Problem {
  if (typeof amount !== "number") return null;
  if (!Number.isFinite(amount)) return "amount must be a finite number.";
  if (amount < min)
    return min === 0 ? "amount must not be negative." : `amount must not be less than ${min}.`;
  return amount > max ? `amount must not be greater than ${max}.` : null;
}

/** The reason why these options are invalid. */
export function optionsProblem(options: { server?: unknown; token?: unknown } | null | undefined): Problem {
  if (!isServer(options?.server))
    return `start needs the address of your Cairn server, such as https://links.example.com, not ${String(options?.server)}`;
  return textProblem("token", options?.token, 256);
}

const isServer = (value: unknown): boolean =>
  typeof value === "string" && /^https?:\/\/[^\s/?#]+(\/[^\s?#]*)?$/i.test(value);
