import { joinInvited } from "@/lib/accounts/invitations/queries";
import { findByEmail } from "@/lib/accounts/queries";

/**
 * The member of an e-mail that another service vouches for. Signing in through it makes nobody a member who was
 * not invited; who was, is one from now on.
 */
export async function findOrInvite(person: { email: string; name: string }, now: Date) {
  const email = person.email.trim().toLowerCase();
  if (email === "") return null;
  await joinInvited(email, person.name.slice(0, 100), now);
  return findByEmail(email);
}
