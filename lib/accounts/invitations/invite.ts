import { hashOf } from "@/lib/accounts/access/credentials";
import { grantable, mayGrant, type Role } from "@/lib/accounts/access/roles";
import type { Actor } from "@/lib/accounts/audit/actor";
import {
  deleteInvitation,
  findInvitations,
  type InvitationRow,
  insertInvitation,
} from "@/lib/accounts/invitations/queries";
import type { AccountId } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";

const week = 7 * 24 * 60 * 60 * 1000;

const present = (row: InvitationRow) => ({
  ...row,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
});

export async function listInvitations(account: AccountId, role: Role, now: Date) {
  return { invitations: (await findInvitations(account, grantable(role), now)).map(present) };
}

/** The token is stored nowhere except in this link; the database has its hash. */
export async function invite(
  account: AccountId,
  person: { email: string; role: Role },
  by: { actor: Actor; role: Role },
  { token, now, appUrl }: { token: string; now: Date; appUrl: string },
) {
  if (!mayGrant(by.role, person.role)) throw new Refusal(403, "You can't give this role.");
  const invitation = {
    ...person,
    tokenHash: hashOf(token),
    createdAt: now,
    expiresAt: new Date(now.getTime() + week),
  };
  const made = await insertInvitation(account, invitation, grantable(by.role), by.actor);
  if (made === "above") throw notTheirs();
  if (!made) {
    const taken = `${person.email} is a member already.`;
    throw new Refusal(400, taken, { fields: { email: taken } });
  }
  return { invitation: present(made), link: `${appUrl}/invite/${token}` };
}

export async function withdrawInvitation(account: AccountId, id: number, by: { actor: Actor; role: Role }) {
  const done = await deleteInvitation(account, id, grantable(by.role), by.actor);
  if (done === null) throw new Refusal(404, "Not found.");
  if (!done) throw notTheirs();
  return { id };
}

/** As with roles, nobody may undo the invitation of somebody with a higher role. */
const notTheirs = () => new Refusal(403, "An owner has invited this person. Only an owner can change that.");
