import { type Access, grantableAccess, may, type Role, roles } from "@/lib/accounts/access/roles";
import { type Actor, actorOf, commandLine } from "@/lib/accounts/audit/actor";
import type { ProjectGrant } from "@/lib/accounts/members/grant-queries";
import {
  addMembership,
  deleteMembership,
  findMembers,
  updateProjects,
  updateRole,
} from "@/lib/accounts/members/queries";
import type { AccountId, MemberId } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";

const unknown = () => new Refusal("not_found", "Not found.");
const forbidden = () => new Refusal("permission_denied", "You don't have permission to do this.");
const lastOwner = () =>
  new Refusal("last_owner", "An account needs an owner. Make someone else an owner first.");

export const unknownProject = () => {
  const sentence = "A project doesn't belong to this account.";
  return new Refusal("invalid_request", sentence, { fields: { projects: sentence } });
};

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

/** A role in the whole account, or roles in single projects. */
export type AccessInput = { role: Role } | { projects: ProjectGrant[] };

/** Ends the member's sessions, because their open screens belong to the old role. */
export async function changeAccess(account: AccountId, member: number, to: AccessInput, by: By) {
  return setAccess(account, member, to, { touchable: grantableAccess(by.role), actor: actorOf(by.member) });
}

/** The operator's version, which may change owners too, and readmit a member who left. */
export async function setMemberAccess(account: AccountId, member: number, to: AccessInput) {
  const added = await addMembership(account, member, to, commandLine);
  if (added.unknown) throw unknownProject();
  if (added.is) return { id: member, role: "role" in to ? to.role : null };
  return setAccess(account, member, to, { touchable: grantableAccess("owner"), actor: commandLine });
}

async function setAccess(
  account: AccountId,
  member: number,
  to: AccessInput,
  { touchable, actor }: { touchable: Access[]; actor: Actor },
) {
  const refuse = (found: Access) => (touchable.includes(found) ? lastOwner() : forbidden());
  if ("role" in to) {
    const { role } = to;
    if (!touchable.includes(role)) throw forbidden();
    const outcome = await updateRole(account, member, { role, touchable }, actor);
    if (!outcome) throw unknown();
    if (!outcome.changed && outcome.access !== role) throw refuse(outcome.access);
    return { id: member, role };
  }
  const outcome = await updateProjects(account, member, { projects: to.projects, touchable }, actor);
  if (!outcome) throw unknown();
  if (outcome.unknown) throw unknownProject();
  if (!outcome.changed && outcome.access !== "projects") throw refuse(outcome.access);
  return { id: member, role: null };
}

/** Members may always leave an account themselves; removing others needs the permission to manage members. */
export async function removeMember(account: AccountId, member: number, by: By) {
  const leaving = member === by.member.id;
  if (!leaving && !may(by.role, "members.write")) throw forbidden();
  const removable: Access[] = leaving ? [...roles] : grantableAccess(by.role);
  const outcome = await deleteMembership(account, member, removable, actorOf(by.member));
  if (!outcome) throw unknown();
  if (!outcome.changed) throw removable.includes(outcome.access) ? lastOwner() : forbidden();
  return { id: member };
}
