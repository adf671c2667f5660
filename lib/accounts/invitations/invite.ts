import { hashOfSecret } from "@/lib/accounts/access/credentials";
import { grantableAccess, mayGrant, type Role } from "@/lib/accounts/access/roles";
import type { Actor } from "@/lib/accounts/audit/actor";
import {
  deleteInvitation,
  findInvitations,
  type InvitationRow,
  insertInvitation,
} from "@/lib/accounts/invitations/queries";
import { unknownProject } from "@/lib/accounts/members/change";
import type { InviteInput } from "@/lib/accounts/schema";
import type { AccountId } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";

const week = 7 * 24 * 60 * 60 * 1000;

const present = (row: InvitationRow) => ({
  ...row,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
});

export async function listInvitations(account: AccountId, role: Role, now: Date) {
  return { invitations: (await findInvitations(account, grantableAccess(role), now)).map(present) };
}

/** Only this link contains the token; the database has its hash. */
export async function invite(
  account: AccountId,
  person: InviteInput,
  by: { actor: Actor; role: Role },
  { token, now, appUrl }: { token: string; now: Date; appUrl: string },
) {
  const { email, projects = [] } = person;
  const role = person.role ?? null;
  if (role !== null && !mayGrant(by.role, role))
    throw new Refusal("permission_denied", "You can't assign this role.");
  const invitation = {
    email,
    role,
    projects,
    tokenHash: hashOfSecret(token),
    createdAt: now,
    expiresAt: new Date(now.getTime() + week),
  };
  const made = await insertInvitation(account, invitation, grantableAccess(by.role), by.actor);
  if (made === "above") throw wrongMember();
  if (made === "unknown") throw unknownProject();
  if (!made) {
    const message = `${email} is a member already.`;
    throw new Refusal("already_exists", message, { status: 400, fields: { email: message } });
  }
  return { invitation: present(made), link: `${appUrl}/invite/${token}` };
}

export async function withdrawInvitation(account: AccountId, id: number, by: { actor: Actor; role: Role }) {
  const done = await deleteInvitation(account, id, grantableAccess(by.role), by.actor);
  if (done === null) throw new Refusal("not_found", "Not found.");
  if (!done) throw wrongMember();
  return { id };
}

/** As with roles, members cannot withdraw an invitation with a higher role than theirs. */
const wrongMember = () =>
  new Refusal("permission_denied", "An owner invited this person. Only an owner can change that.");
