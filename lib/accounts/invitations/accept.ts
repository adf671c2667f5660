import { errorCode } from "@/db/failure";
import { hashOf } from "@/lib/access/credentials";
import type { Origin } from "@/lib/access/origin";
import type { Member } from "@/lib/access/session";
import {
  findOpenInvitation,
  joinAsMember,
  joinAsNew,
  type OpenInvitationRow,
} from "@/lib/accounts/invitations/queries";
import { hashPassword } from "@/lib/accounts/password";
import { checkPassword } from "@/lib/accounts/sign-in";
import { Refusal } from "@/lib/refusal";

const over = () => new Refusal(404, "This invitation is used up, withdrawn or expired. Ask for a new one.");

/** What an invitation offers, for whoever holds its link. */
export async function showInvitation(token: string, now: Date) {
  const found = await findOpenInvitation(hashOf(token), now);
  if (!found) throw over();
  const { account_name, email, role, member_id } = found;
  return { account_name, email, role, known: member_id !== null };
}

type Given = { name?: string | undefined; password?: string | undefined };

/**
 * A person who is new here chooses a name and a password. Somebody whom the e-mail already belongs to must be
 * signed in or know the password: holding the link does not make anyone that member.
 */
export async function acceptInvitation(
  token: string,
  given: Given,
  { signedIn, ...from }: Origin & { signedIn: Member | null },
) {
  const found = await findOpenInvitation(hashOf(token), from.now);
  if (!found) throw over();
  const joined =
    found.member_id === null
      ? await join(token, found, given, from.now)
      : await joinAsMember(hashOf(token), await known(found, given, from, signedIn), from.now);
  if (!joined) throw over();
  return joined;
}

async function known(found: OpenInvitationRow, given: Given, from: Origin, signedIn: Member | null) {
  const member = { id: found.member_id!, email: found.email };
  if (signedIn?.id === member.id) return member;
  if (!found.has_password || !given.password) {
    throw new Refusal(401, `Sign in as ${found.email} first, or give the password.`, {
      fields: { password: "Password is required." },
    });
  }
  const right = await checkPassword({ email: found.email, password: given.password }, from);
  const wrong = `This is not the password of ${found.email}.`;
  if (!right) throw new Refusal(400, wrong, { fields: { password: wrong } });
  return member;
}

async function join(token: string, { email }: OpenInvitationRow, given: Given, now: Date) {
  const fields: Record<string, string> = {};
  if (!given.name) fields.name = "Name is required.";
  if (!given.password) fields.password = "Password is required.";
  else if (given.password.length < 8) fields.password = "The password must have at least 8 characters.";
  const first = Object.values(fields)[0];
  if (first || !given.name || !given.password) throw new Refusal(400, first ?? "Not complete.", { fields });
  const member = { email, name: given.name, passwordHash: await hashPassword(given.password) };
  try {
    return await joinAsNew(hashOf(token), member, now);
  } catch (error) {
    // The same person was made a member on another way just now.
    if (errorCode(error) === "23505") throw new Refusal(409, `${email} has a member by now. Sign in first.`);
    throw error;
  }
}
