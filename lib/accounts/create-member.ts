import type { Role } from "@/lib/accounts/access/roles";
import { commandLine } from "@/lib/accounts/audit/actor";
import { hashChosen } from "@/lib/accounts/choose-password";
import { findAccount, insertAccount, insertMember } from "@/lib/accounts/queries";
import { errorCode } from "@/lib/base/database-failure";
import type { AccountId } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";

/** Finds the account by id or name for the command line, and makes it if a name is unknown. */
export async function accountNamed(text: string | null): Promise<AccountId> {
  if (text === null) return (await findAccount(null)) ?? (await insertAccount("Default", commandLine));
  if (/^\d{1,15}$/.test(text)) {
    const found = await findAccount({ id: Number(text) });
    if (!found) throw new Refusal(404, `There is no account ${text}.`);
    return found;
  }
  return (await findAccount({ name: text })) ?? (await insertAccount(text, commandLine));
}

/**
 * Creates a member from the command line. The first member of an account becomes its owner, whatever role was asked
 * for.
 */
export async function createMember(
  account: AccountId,
  member: { email: string; password: string; name: string; role: Role },
) {
  const { password, ...rest } = member;
  try {
    return await insertMember(
      account,
      { ...rest, passwordHash: await hashChosen(password, rest.email) },
      commandLine,
    );
  } catch (error) {
    if (errorCode(error) === "23505") throw new Refusal(409, `There is a member ${member.email} already.`);
    throw error;
  }
}
