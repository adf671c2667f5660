import type { Member, Origin, SessionToken } from "@/lib/accounts/access/member";
import { beginSession } from "@/lib/accounts/access/sessions";
import { actorOf } from "@/lib/accounts/audit/actor";
import { hashChosen } from "@/lib/accounts/choose-password";
import {
  endSessions,
  findAccountsOf,
  findCredentials,
  findProjectsOf,
  renameMember,
  replacePassword,
} from "@/lib/accounts/queries";
import { checkPassword } from "@/lib/accounts/sign-in";
import { Refusal } from "@/lib/base/refusal";

/** The signed-in member, with every account and project they may open. */
export async function showMe(member: Member) {
  const [accounts, projects] = await Promise.all([findAccountsOf(member.id), findProjectsOf(member.id)]);
  return { member: { ...member }, accounts: [...accounts], projects: [...projects] };
}

export async function changeName(member: Member, name: string) {
  await renameMember(member.id, name, actorOf(member));
  return { member: { ...member, name } };
}

/** Ends every session of the member, and begins one for the browser that asked. */
export async function changePassword(
  member: Member,
  passwords: { current: string; next: string },
  from: Origin,
): Promise<SessionToken> {
  const before = await findCredentials(member.id);
  // A member who has only signed in through another service has no password to confirm.
  if (before?.password_hash) {
    const right = await checkPassword({ email: before.email, password: passwords.current }, from);
    if (!right) {
      throw new Refusal(400, "Wrong password.", {
        fields: { current_password: "Wrong password." },
      });
    }
  }
  const change = {
    from: before?.password_hash ?? null,
    to: await hashChosen(passwords.next, member.email, "new_password"),
  };
  const changed = await replacePassword(member.id, change, actorOf(member));
  if (!changed) throw new Refusal(409, "The password was changed in the meantime.");
  const { id, email } = member;
  return beginSession({ id, email, sessionVersion: changed.session_version }, from, "password");
}

export async function signOutEverywhere(member: Member): Promise<void> {
  await endSessions(member.id, actorOf(member));
}
