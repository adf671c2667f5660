import { hashOfSecret } from "@/lib/accounts/access/credentials";
import type { Member, SignInOrigin } from "@/lib/accounts/access/member";
import { hashNewPassword } from "@/lib/accounts/choose-password";
import { joinAsMember, joinAsNew } from "@/lib/accounts/invitations/join-queries";
import { findOpenInvitation, type OpenInvitationRow } from "@/lib/accounts/invitations/queries";
import { checkPassword } from "@/lib/accounts/sign-in";
import { errorCode } from "@/lib/base/database-failure";
import { Refusal } from "@/lib/base/refusal";

const over = () =>
  new Refusal("invitation_ended", "This invitation was used, withdrawn or has expired. Ask for a new one.");

/** The content of an invitation, for the holder of its link. It does not reveal if the email has an account here. */
export async function showInvitation(token: string, signedIn: Member | null, now: Date) {
  const found = await findOpenInvitation(hashOfSecret(token), now);
  if (!found) throw over();
  const { account_name, email, role } = found;
  const projects = found.projects.map(({ name, role }) => ({ name, role }));
  return { account_name, email, role, projects, yours: isForMember(found, signedIn) };
}

type Given = { name?: string | undefined; password?: string | undefined };

/**
 * A new person chooses a name and a password. If the email already belongs to a member, the caller must be signed in or
 * enter the password: holding the link does not prove to be that member. A sent name selects the first case. The
 * refusals are the same for an unknown email.
 */
export async function acceptInvitation(
  token: string,
  given: Given,
  { signedIn, ...from }: SignInOrigin & { signedIn: Member | null },
) {
  const found = await findOpenInvitation(hashOfSecret(token), from.now);
  if (!found) throw over();
  const joined = isForMember(found, signedIn)
    ? await joinAsMember(hashOfSecret(token), signedIn, from.now)
    : given.name === undefined
      ? await joinAsMember(hashOfSecret(token), await proven(found, given, from), from.now)
      : await join(token, found, given, from.now);
  if (!joined) throw over();
  return joined;
}

function isForMember(found: OpenInvitationRow, signedIn: Member | null): signedIn is Member {
  return signedIn !== null && signedIn.id === found.member_id;
}

async function proven({ email }: OpenInvitationRow, { password }: Given, from: SignInOrigin) {
  if (!password) throw missing({ password: "Password is required." });
  const member = await checkPassword({ email, password }, from);
  const wrong = `Wrong password for ${email}.`;
  if (!member) throw new Refusal("wrong_password", wrong, { fields: { password: wrong } });
  return member;
}

async function join(token: string, { email, member_id }: OpenInvitationRow, given: Given, now: Date) {
  const { name, password } = given;
  if (!name || !password) throw missing({ password: "Password is required." });
  if (password.length < 8) throw missing({ password: "Use a password of at least 8 characters." });
  const member = { email, name, passwordHash: await hashNewPassword(password, email) };
  const known = () => new Refusal("already_exists", `${email} already has an account here. Sign in with it.`);
  if (member_id !== null) throw known();
  try {
    return await joinAsNew(hashOfSecret(token), member, now);
  } catch (error) {
    // The same person became a member in another way at the same moment.
    if (errorCode(error) === "23505") throw known();
    throw error;
  }
}

const missing = (fields: Record<string, string>) =>
  new Refusal("invalid_request", Object.values(fields)[0] ?? "Not complete.", { fields });
