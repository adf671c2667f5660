/**
 * Exempts known members from the limit of sign-in attempts for an email. Guesses from many addresses use up that limit.
 * A member with an address or browser of an earlier sign-in can sign in all the same.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { isNetworkOfMember } from "@/lib/accounts/sessions/queries";
import { env } from "@/lib/base/env";
import { randomBase62 } from "@/lib/base/ids";
import { callerNetwork } from "@/lib/platform/address-key";

const sign = (...parts: string[]) =>
  createHmac("sha256", env.NEXTAUTH_SECRET ?? "")
    .update(JSON.stringify(parts))
    .digest();

/** Null for a caller without an address. */
export function callerNetworkKey(address: string): Buffer | null {
  const network = callerNetwork(address);
  return network === "" ? null : sign("place", network).subarray(0, 16);
}

export async function hasSignedInFromNetwork(email: string, address: string): Promise<boolean> {
  const network = callerNetworkKey(address);
  return network !== null && (await isNetworkOfMember(email, network));
}

const days = 365;
export const knownBrowserAge = days * 24 * 60 * 60;

/** Each email has its own cookie, because people share browsers. */
export const knownBrowserCookie = (email: string) =>
  `cairn-browser-${sign("browser of", email).toString("hex").slice(0, 12)}`;

/** The mark does not sign its holder in. It only gives the browser ten attempts of its own, independent of others. */
export function knownBrowserMark(email: string, now: Date): string {
  const id = randomBase62(16);
  const day = String(Math.floor(now.getTime() / 86_400_000));
  return [id, day, macOf(email, id, day)].join(".");
}

const macOf = (email: string, id: string, day: string) =>
  sign("browser", email, id, day).toString("base64url");

/** The browser's ID, or null for a mark that is forged, another member's or too old. */
export function readKnownBrowser(email: string, mark: string | undefined, now: Date): string | null {
  const [id = "", day = "", mac = ""] = (mark ?? "").split(".");
  const expected = Buffer.from(macOf(email, id, day));
  const given = Buffer.from(mac);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const age = now.getTime() / 86_400_000 - Number(day);
  return age >= 0 && age < days ? id : null;
}
