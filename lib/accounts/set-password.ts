import { commandLine } from "@/lib/accounts/audit/actor";
import { hashNewPassword } from "@/lib/accounts/choose-password";
import { findByEmail, replacePassword } from "@/lib/accounts/queries";
import { Refusal } from "@/lib/base/refusal";

/** Sets a new password on the command line, for a member who forgot theirs, and ends all of their sessions. */
export async function setPassword({ email, password }: { email: string; password: string }) {
  const member = await findByEmail(email);
  if (!member) throw new Refusal("not_found", `There is no member with the email ${email}.`);
  const change = { from: member.password_hash, to: await hashNewPassword(password, member.email) };
  if (!(await replacePassword(member.id, change, commandLine))) {
    throw new Refusal("changed_meanwhile", "The password was changed in the meantime.", { status: 409 });
  }
  return { member_id: member.id, email: member.email };
}
