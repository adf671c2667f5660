import type { Role } from "@/lib/accounts/access/roles";
import { commandLine } from "@/lib/accounts/audit/actor";
import { hashNewPassword } from "@/lib/accounts/choose-password";
import { unknownProject } from "@/lib/accounts/members/change";
import type { ProjectGrant } from "@/lib/accounts/members/grant-queries";
import { findAccount, insertAccount, insertMember, insertProjectMember } from "@/lib/accounts/queries";
import { errorCode } from "@/lib/base/database-failure";
import type { AccountId } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";

/** Finds the account by ID or name for the command line; returns the name if the account is new. */
export async function accountOrName(text: string | null): Promise<AccountId | string> {
  if (text === null) return (await findAccount(null)) ?? "Default";
  if (/^\d{1,15}$/.test(text)) {
    const found = await findAccount({ id: Number(text) });
    if (!found) throw new Refusal("not_found", `There is no account ${text}.`);
    return found;
  }
  return (await findAccount({ name: text })) ?? text;
}

/** Finds the account, and creates it if the name is unknown. */
export async function accountNamed(text: string | null): Promise<AccountId> {
  const found = await accountOrName(text);
  return typeof found === "string" ? insertAccount(found, commandLine) : found;
}

/**
 * Creates a member from the command line, of the account or of some of its projects. The first member of an account
 * becomes its owner, whatever role was requested.
 */
export async function createMember(
  account: AccountId,
  member: { email: string; password: string; name: string; role: Role; projects?: ProjectGrant[] },
): Promise<{ member_id: number; role: Role | null }> {
  const { password, projects, ...rest } = member;
  const person = { ...rest, passwordHash: await hashNewPassword(password, rest.email) };
  try {
    if (!projects) return await insertMember(account, person, commandLine);
    const made = await insertProjectMember(account, { ...person, projects }, commandLine);
    if (!made) throw unknownProject();
    return { ...made, role: null };
  } catch (error) {
    if (errorCode(error) === "23505")
      throw new Refusal(
        "already_exists",
        `${member.email} already signs in here. Use "user access" to let them into an account.`,
      );
    throw error;
  }
}
