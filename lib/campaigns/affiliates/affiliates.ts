import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { Refusal } from "@/lib/base/refusal";
import { type AffiliateRow, findAffiliates, insertAffiliate } from "@/lib/campaigns/affiliates/queries";
import { findNetworkCode } from "@/lib/campaigns/known-network";
import { networkCodeOf } from "@/lib/campaigns/networks";

export { removeAffiliate } from "@/lib/campaigns/affiliates/queries";

type Owner = Pick<Project, "id" | "accountId">;

const present = (row: AffiliateRow) => ({
  ...row,
  channel: row.name.replaceAll(" ", "_"),
  created_at: row.created_at.toISOString(),
});

export async function listAffiliates(project: Owner) {
  return { affiliates: (await findAffiliates(project.id)).map(present) };
}

export async function addAffiliate(project: Owner, name: string, by: Actor, now: Date) {
  // A channel is a network or an affiliate; one name cannot be both.
  const code = networkCodeOf(name);
  if (code !== null && (await findNetworkCode(project.id, code)) !== null)
    throw refuse("This is the name of an ad network. Choose another one.");
  const made = await insertAffiliate(project, { name, now }, by);
  if (!made) throw refuse("An affiliate with this name already exists.");
  return { affiliate: present(made) };
}

const refuse = (why: string) => new Refusal("already_exists", why, { status: 400, fields: { name: why } });
