import { callerNetwork } from "@/lib/access/address-key";
import { limiter } from "@/lib/access/limiter";
import { inTurn, matches } from "@/lib/accounts/password";
import { type CredentialRow, findByEmail, touchMember } from "@/lib/accounts/queries";
import { Refusal } from "@/lib/refusal";

const minute = 60_000;

/** Where the guess comes from: its address, and a clock that never jumps. */
export type Origin = { address: string; tick: number; now: Date };

/**
 * How many wrong passwords: from one address for one e-mail, for one e-mail from anywhere (many addresses that guess
 * together), from one address for any e-mail (one password tried on everybody). Only wrong ones count.
 */
const guesses = (email: string, address: string) => [
  { key: `sign-in:${address}:${email}`, limit: { count: 10, windowMs: 10 * minute } },
  { key: `sign-in-email:${email}`, limit: { count: 100, windowMs: 60 * minute } },
  { key: `sign-in-address:${address}`, limit: { count: 50, windowMs: 10 * minute } },
];

/**
 * The member whom an e-mail and a password belong to, or null: with the same answer and in the same time whether
 * the e-mail is unknown or the password wrong.
 */
export async function checkPassword(
  given: { email: string; password: string },
  { address, tick }: Origin,
): Promise<CredentialRow | null> {
  const email = given.email.trim().toLowerCase().slice(0, 254);
  const buckets = guesses(email, callerNetwork(address));
  const refuseGuessing = async () => {
    for (const bucket of buckets) if (!(await limiter().peek(bucket, tick))) throw tooMany();
  };
  await refuseGuessing();
  return inTurn(async () => {
    // Those who waited in line with us may have used up what was left.
    await refuseGuessing();
    const member = await findByEmail(email);
    if (await matches(given.password, member?.password_hash ?? null)) return member;
    await limiter().take(buckets, tick);
    return null;
  });
}

export async function signIn(
  given: { email: string; password: string },
  from: Origin,
): Promise<CredentialRow | null> {
  const member = await checkPassword(given, from);
  if (member) await touchMember(member.id, from.now);
  return member;
}

const tooMany = () =>
  new Refusal(429, "Too many attempts. Please try again in a few minutes.", {
    headers: { "retry-after": "600" },
  });
