import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { Refusal } from "@/lib/base/refusal";
import { knownNetworkCode } from "@/lib/campaigns/known-network";
import type { NetworkAccountChanges, NetworkAccountRow } from "@/lib/spend/accounts/queries";
import {
  findNetworkAccounts,
  insertNetworkAccount,
  updateNetworkAccount,
} from "@/lib/spend/accounts/queries";
import type { networkAccountInput } from "@/lib/spend/accounts/schema";

export { removeNetworkAccount } from "@/lib/spend/accounts/queries";

type Owner = Pick<Project, "id" | "accountId">;

const unknown = () => new Refusal("not_found", "Not found.");

const present = (row: NetworkAccountRow) => ({
  ...row,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export async function listNetworkAccounts(project: Owner) {
  return { network_accounts: (await findNetworkAccounts(project.id)).map(present) };
}

export async function addNetworkAccount(
  project: Owner,
  input: z.output<typeof networkAccountInput>,
  by: Actor,
  now: Date,
) {
  const made = await insertNetworkAccount(
    project.accountId,
    project.id,
    {
      network: await knownNetworkCode(project.id, input.network),
      name: input.name,
      email: input.email ?? "",
      status: input.status ?? "ACTIVE",
      accountName: input.account_name ?? null,
      externalId: input.external_id ?? null,
      currency: input.currency ?? null,
      now,
    },
    by,
  );
  return { network_account: present(made) };
}

export async function changeNetworkAccount(
  project: Owner,
  id: number,
  changes: NetworkAccountChanges,
  by: Actor,
  now: Date,
) {
  const row = await updateNetworkAccount(project.accountId, project.id, id, changes, now, by);
  if (!row) throw unknown();
  return { network_account: present(row) };
}
