import type { Member, SessionToken, SignInOrigin } from "@/lib/accounts/access/member";
import { actorOf } from "@/lib/accounts/audit/actor";
import { hashNewPassword } from "@/lib/accounts/choose-password";
import {
  endSessions,
  findAccountsOf,
  findCredentials,
  findOwnSettings,
  findProjectsOf,
  renameMember,
  replacePassword,
  updateFormats,
} from "@/lib/accounts/queries";
import {
  type DisplayFormats,
  displayFormats,
  type MemberProjectsQuery,
  maxNamed,
} from "@/lib/accounts/schema";
import { beginSession } from "@/lib/accounts/sessions/sessions";
import { checkPassword } from "@/lib/accounts/sign-in";
import { Refusal } from "@/lib/base/refusal";

/** Few members have more; they can search. */
const maxProjects = 100;

/** The signed-in member, with every account and the first of the projects they may open. */
export async function showMe(member: Member) {
  const [accounts, found, { has_password, ...chosen }] = await Promise.all([
    findAccountsOf(member.id),
    findProjectsOf(member.id, {}, maxProjects),
    findOwnSettings(member.id),
  ]);
  const read = displayFormats.safeParse(chosen);
  return {
    member: { ...member, has_password },
    formats: read.success ? read.data : { locale: null },
    accounts: [...accounts],
    ...found,
  };
}

/** The member's projects that match a search or are named. */
export const showMemberProjects = (member: Member, query: MemberProjectsQuery) =>
  findProjectsOf(member.id, query, query.ids ? maxNamed : maxProjects);

/** Display settings affect only the member, so the log does not record them. */
export async function changeFormats(member: Member, chosen: DisplayFormats): Promise<DisplayFormats> {
  await updateFormats(member.id, chosen);
  return chosen;
}

export async function changeName(member: Member, name: string) {
  await renameMember(member.id, name, actorOf(member));
  return { member: { ...member, name } };
}

/** Ends every session of the member, and begins a new one for the calling browser. */
export async function changePassword(
  member: Member,
  passwords: { current: string; next: string },
  from: SignInOrigin,
): Promise<SessionToken> {
  const before = await findCredentials(member.id);
  // A member who has only signed in through another service has no password to confirm.
  if (before?.password_hash) {
    const right = await checkPassword({ email: before.email, password: passwords.current }, from);
    if (!right) {
      throw new Refusal("wrong_password", "Wrong password.", {
        fields: { current_password: "Wrong password." },
      });
    }
  }
  const change = {
    from: before?.password_hash ?? null,
    to: await hashNewPassword(passwords.next, member.email, "new_password"),
  };
  const changed = await replacePassword(member.id, change, actorOf(member));
  if (!changed)
    throw new Refusal("changed_meanwhile", "The password was changed in the meantime.", { status: 409 });
  const { id, email } = member;
  return beginSession({ id, email, sessionVersion: changed.session_version }, from, "password");
}

export async function signOutEverywhere(member: Member): Promise<void> {
  await endSessions(member.id, actorOf(member));
}
