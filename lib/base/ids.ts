import { randomBytes } from "node:crypto";

/** Proof that a credential was checked. Only `lib/access` and the command line create one. */
export type ProjectId = number & { readonly __checked: "project" };
export type AccountId = number & { readonly __checked: "account" };
export type MemberId = number & { readonly __checked: "member" };

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Letters and digits, each equally likely: bytes past the last whole multiple of 62 are discarded. */
export function randomBase62(length: number): string {
  let out = "";
  while (out.length < length) {
    for (const byte of randomBytes(length * 2)) {
      if (byte < 248 && out.length < length) out += base62[byte % 62];
    }
  }
  return out;
}

export function toBase62(value: number, length: number): string {
  let out = "";
  for (let rest = value; out.length < length; rest = Math.floor(rest / 62)) out = base62[rest % 62] + out;
  return out;
}

let pool = Buffer.alloc(0);
let used = 0;
let latest = 0;
let position = 0;

/** A UUIDv7: 48 bits of milliseconds, a counter of 12 bits, 62 random bits. Sorts by time; safe to show. */
export function newId(now: Date): string {
  if (used + 10 > pool.length) {
    pool = randomBytes(4096);
    used = 0;
  }
  const random = pool.toString("hex", used, used + 10);
  used += 10;
  const ms = now.getTime();
  // IDs that a process makes within one millisecond keep their order: the twelve bits after the time count up.
  position = ms === latest ? Math.min(position + 1, 0xfff) : Number.parseInt(random.slice(0, 3), 16) >> 1;
  latest = ms;
  const time = ms.toString(16).padStart(12, "0");
  const variant = ((Number.parseInt(random[3]!, 16) & 3) | 8).toString(16);
  const order = position.toString(16).padStart(3, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${order}-${variant}${random.slice(4, 7)}-${random.slice(7, 19)}`;
}

/** The lowest ID that a row made at that time can have. */
export function minIdAt(ms: number): string {
  const time = Math.max(0, ms).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

/** The time at which the ID was made, in milliseconds, read from the ID itself. */
export const timeOfId = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (value: string) => uuid.test(value);
