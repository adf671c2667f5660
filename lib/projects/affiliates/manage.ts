import type { Project } from "@/lib/access/project";
import type { Actor } from "@/lib/audit/actor";
import { networkNamed } from "@/lib/networks";
import {
  type AffiliateRow,
  deleteAffiliate,
  findAffiliates,
  insertAffiliate,
} from "@/lib/projects/affiliates/queries";
import { Refusal } from "@/lib/refusal";

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
  if (networkNamed(name)) throw refuse("This is the name of an ad network.");
  const made = await insertAffiliate(project.accountId, project.id, { name, now }, by);
  if (!made) throw refuse("There is an affiliate of this name already.");
  return { affiliate: present(made) };
}

const refuse = (why: string) => new Refusal(400, why, { fields: { name: why } });

export async function removeAffiliate(project: Owner, id: number, by: Actor) {
  const outcome = await deleteAffiliate(project.accountId, project.id, id, by);
  if (!outcome) throw new Refusal(404, "Not found.");
  if (!outcome.removed) throw new Refusal(409, "A campaign uses this affiliate.");
  return { id };
}
