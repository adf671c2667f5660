import { hashOfSecret } from "@/lib/accounts/access/credentials";
import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { deleteSharesOf, findShares, insertShare, type ShareRow } from "@/lib/activity/shares/queries";
import type { SharedLink, ShareInput } from "@/lib/activity/shares/schema";
import { Refusal } from "@/lib/base/refusal";

export { revokeShare } from "@/lib/activity/shares/queries";

const day = 24 * 60 * 60 * 1000;
const maxShares = 200;

const present = (row: ShareRow, now: Date): SharedLink => ({
  id: row.id,
  title: row.title,
  kind: row.settings.shown.kind,
  created_by: row.created_by,
  maker_left: row.maker_left ?? false,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  ended: row.expires_at <= now,
  last_opened_at: row.last_opened_at?.toISOString() ?? null,
});

export async function listShares(project: Pick<Project, "id">, now: Date) {
  return { shares: (await findShares(project.id)).map((row) => present(row, now)) };
}

/** Only the link contains the token; the database has its hash. */
export async function makeShare(
  project: Pick<Project, "id" | "accountId">,
  { title, valid_days, window, shown }: ShareInput,
  by: Actor,
  { token, now, appUrl }: { token: string; now: Date; appUrl: string },
) {
  const expiresAt = new Date(now.getTime() + valid_days * day);
  const settings = { window, shown };
  const made = await insertShare(
    project,
    { title, settings, tokenHash: hashOfSecret(token), now, expiresAt },
    by,
    maxShares,
  );
  if (!made)
    throw new Refusal("limit_reached", `A project has at most ${maxShares} share links. Revoke some first.`);
  return { share: present(made, now), link: `${appUrl}/share/${token}` };
}

/** Revokes all links of a creator who has left. Links of a current member are revoked one by one. */
export async function revokeSharesOf(
  project: Pick<Project, "id" | "accountId">,
  createdBy: string,
  by: Actor,
) {
  const revoked = await deleteSharesOf(project, createdBy, by);
  if (revoked === 0) throw new Refusal("not_found", "There are no share links by a creator who has left.");
  return { revoked };
}
