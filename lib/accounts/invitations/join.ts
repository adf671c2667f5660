import { acceptAllInvitations } from "@/lib/accounts/invitations/join-queries";
import { findByEmail } from "@/lib/accounts/queries";

/**
 * The member of an email that a sign-in service has verified. Without an invitation, such a sign-in creates no member;
 * with one, it accepts the invitation.
 */
export async function findOrInvite(person: { email: string; name: string }, now: Date) {
  const email = person.email.trim().toLowerCase();
  if (email === "") return null;
  await acceptAllInvitations(email, person.name.slice(0, 100), now);
  return findByEmail(email);
}
