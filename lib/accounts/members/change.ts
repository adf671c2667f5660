import { grantable, may, type Role, roles } from "@/lib/accounts/access/roles";
import { type Actor, actorOf } from "@/lib/accounts/audit/actor";
import { deleteMembership, findMembers, updateRole } from "@/lib/accounts/members/queries";
import type { AccountId, MemberId } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";

const unknown = () => new Refusal(404, "Not found.");
const forbidden = () => new Refusal(403, "You may not do this.");
const lastOwner = () => new Refusal(409, "An account needs an owner. Make somebody else an owner first.");

export async function listMembers(account: AccountId) {
  const rows = await findMembers(account);
  return {
    members: rows.map((row) => ({
      ...row,
      joined_at: row.joined_at.toISOString(),
      last_seen_at: row.last_seen_at?.toISOString() ?? null,
    })),
  };
}

type By = { member: { id: MemberId; email: string; name: string }; role: Role };

/** Ends the member's sessions, whose open screens belong to the old role. */
export async function changeRole(account: AccountId, member: number, role: Role, by: By) {
  const touchable = grantable(by.role);
  if (!touchable.includes(role)) throw forbidden();
  const actor: Actor = actorOf(by.member);
  const outcome = await updateRole(account, member, { role, touchable }, actor);
  if (!outcome) throw unknown();
  if (!outcome.changed && outcome.role !== role)
    throw touchable.includes(outcome.role) ? lastOwner() : forbidden();
  return { id: member, role };
}

/** Everybody may leave an account; removing others needs the permission to manage members. */
export async function removeMember(account: AccountId, member: number, by: By) {
  const leaving = member === by.member.id;
  if (!leaving && !may(by.role, "members.write")) throw forbidden();
  const removable = leaving ? [...roles] : grantable(by.role);
  const outcome = await deleteMembership(account, member, removable, actorOf(by.member));
  if (!outcome) throw unknown();
  if (!outcome.changed) throw removable.includes(outcome.role) ? lastOwner() : forbidden();
  return { id: member };
}
