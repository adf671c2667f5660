import type { SignInOrigin } from "@/lib/accounts/access/member";
import { hashInTurn, hashPassword, isOutdated, matchesHash } from "@/lib/accounts/password";
import { type CredentialRow, findByEmail, upgradeHash } from "@/lib/accounts/queries";
import { hasSignedInFromNetwork } from "@/lib/accounts/sessions/known-places";
import { recordRefusedSignIn } from "@/lib/accounts/sessions/sessions";
import { describeError, log } from "@/lib/base/log";
import { Refusal } from "@/lib/base/refusal";
import { callerNetwork } from "@/lib/platform/address-key";
import { limiter } from "@/lib/platform/limits/limiter";

const minute = 60_000;

/** Only wrong passwords are counted. */
const few = { count: 10, windowMs: 10 * minute };
const manyHere = { count: 50, windowMs: 10 * minute };
const manyAnywhere = { count: 100, windowMs: 60 * minute };

/**
 * The buckets that a wrong password is counted in. A browser of an earlier sign-in by the member has its own bucket.
 * All other attempts count per network and email, per network (one password tried on everybody), and per email (many
 * addresses that guess together).
 */
function guessesOf(email: string, { address, knownBrowser }: SignInOrigin) {
  const browser = knownBrowser(email);
  if (browser !== null) return { here: [{ key: `sign-in-browser:${browser}`, limit: few }], anywhere: null };
  const here = callerNetwork(address);
  return {
    here: [
      { key: `sign-in:${here}:${email}`, limit: few },
      { key: `sign-in-address:${here}`, limit: manyHere },
    ],
    anywhere: { key: `sign-in-email:${email}`, limit: manyAnywhere },
  };
}

/**
 * The member with this email and password, or null. The answer and its duration are the same for an unknown email and
 * a wrong password.
 */
export async function checkPassword(
  given: { email: string; password: string },
  from: SignInOrigin,
): Promise<CredentialRow | null> {
  const email = given.email.trim().toLowerCase().slice(0, 254);
  const { here, anywhere } = guessesOf(email, from);
  const refuseGuessing = async () => {
    for (const bucket of here) if (!(await limiter().peek(bucket, from.tick))) throw tooMany();
    // Strangers' attempts do not count against a caller whose address the member has signed in from before.
    if (
      anywhere &&
      !(await limiter().peek(anywhere, from.tick)) &&
      !(await hasSignedInFromNetwork(email, from.address))
    )
      throw tooMany();
  };
  await refuseGuessing();
  return hashInTurn(async () => {
    // Attempts that waited in the queue with this one may have used up the limit.
    await refuseGuessing();
    const member = await findByEmail(email);
    if (await matchesHash(given.password, member?.password_hash ?? null)) return member;
    // Separate calls, because one full bucket must not keep the others from filling.
    for (const bucket of anywhere ? [...here, anywhere] : here) await limiter().take([bucket], from.tick);
    recordRefusedSignIn(email, from.browser);
    return null;
  });
}

/** Checks the password, and replaces an outdated hash by one with the present parameters. */
export async function signIn(
  given: { email: string; password: string },
  from: SignInOrigin,
): Promise<CredentialRow | null> {
  const member = await checkPassword(given, from);
  const hash = member?.password_hash;
  if (member && hash && isOutdated(hash)) {
    await hashPassword(given.password)
      .then((to) => upgradeHash(member.id, { from: hash, to }))
      .catch((error) => log().warn(describeError(error), "a password could not be hashed again"));
  }
  return member;
}

const tooMany = () =>
  new Refusal("too_many_attempts", "Too many attempts. Please try again in a few minutes.", {
    headers: { "retry-after": "600" },
  });
