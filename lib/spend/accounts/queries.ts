import { sql } from "@/db";
import type { Actor } from "@/lib/accounts/audit/actor";
import { audited, withBefore } from "@/lib/accounts/audit/queries";
import { type Owner, removeRow } from "@/lib/accounts/audit/remove-queries";
import type { AccountId, ProjectId } from "@/lib/base/ids";

export type NetworkAccountRow = {
  id: number;
  network: string;
  name: string;
  email: string;
  status: string;
  account_name: string | null;
  external_id: string | null;
  currency: string | null;
  campaigns: number;
  created_at: Date;
  updated_at: Date;
};

const columns = () =>
  sql`a.id, a.network, a.name, a.email, a.status, a.account_name, a.external_id, a.currency,
  a.created_at, a.updated_at`;

const used = (project: ProjectId, id: ReturnType<typeof sql> | number) => sql`
  (select count(*) from campaigns c
    where c.project_id = ${project} and c.network_account_id = ${id} and c.deleted_at is null)`;

export function findNetworkAccounts(project: ProjectId) {
  return sql<NetworkAccountRow[]>`
    select ${columns()}, ${used(project, sql`a.id`)} as campaigns
    from network_accounts a where a.project_id = ${project} order by a.network, lower(a.name), a.id`;
}

export type NewNetworkAccount = {
  network: string;
  name: string;
  email: string;
  status: string;
  accountName: string | null;
  externalId: string | null;
  currency: string | null;
  now: Date;
};

export async function insertNetworkAccount(
  account: AccountId,
  project: ProjectId,
  made: NewNetworkAccount,
  by: Actor,
): Promise<NetworkAccountRow> {
  const detail = { network: made.network, external_id: made.externalId };
  const [row] = await audited<NetworkAccountRow>(
    by,
    { account, project, action: "network-account.add", target: made.name, detail },
    sql`
           insert into network_accounts
             (project_id, network, name, email, status, account_name, external_id, currency, created_at, updated_at)
           values (${project}, ${made.network}, ${made.name}, ${made.email}, ${made.status}, ${made.accountName},
                   ${made.externalId}, ${made.currency}, ${made.now}, ${made.now})
           returning id, network, name, email, status, account_name, external_id, currency, created_at, updated_at`,
    sql`select ${columns()}, 0 as campaigns from changed a`,
  );
  return row!;
}

export type NetworkAccountChanges = {
  name?: string | undefined;
  email?: string | undefined;
  status?: string | undefined;
  account_name?: string | null | undefined;
  external_id?: string | null | undefined;
  currency?: string | null | undefined;
};

export async function updateNetworkAccount(
  account: AccountId,
  project: ProjectId,
  id: number,
  changes: NetworkAccountChanges,
  now: Date,
  by: Actor,
): Promise<NetworkAccountRow | null> {
  const { name = null, email = null, status = null, account_name, external_id, currency } = changes;
  const [row] = await audited<NetworkAccountRow>(
    by,
    {
      account,
      project,
      action: "network-account.change",
      target: sql`changed.name`,
      detail: withBefore(
        changes,
        sql`(select to_jsonb(was) from network_accounts was where was.project_id = ${project} and was.id = changed.id)`,
      ),
    },
    sql`
           update network_accounts set
             name = coalesce(${name}, name), email = coalesce(${email}, email), status = coalesce(${status}, status),
             account_name = case when ${account_name !== undefined} then ${account_name ?? null}::text
               else account_name end,
             external_id = case when ${external_id !== undefined} then ${external_id ?? null}::text
               else external_id end,
             currency = case when ${currency !== undefined} then ${currency ?? null}::text else currency end,
             updated_at = ${now}
           where project_id = ${project} and id = ${id}
           returning id, network, name, email, status, account_name, external_id, currency, created_at, updated_at`,
    sql`select ${columns()}, ${used(project, id)} as campaigns from changed a`,
  );
  return row ?? null;
}

export const removeNetworkAccount = (project: Owner, id: number, by: Actor) =>
  removeRow(project, id, by, {
    table: "network_accounts",
    action: "network-account.remove",
    target: sql`changed.name`,
    detail: sql`jsonb_build_object('network', changed.network)`,
    uses: {
      count: used(project.id, id),
      text: () => "A campaign uses this account. Change the campaign's account first.",
    },
    along: sql`,
      pulls as (
        delete from network_pulls where project_id = ${project.id} and account_id in (select id from changed))`,
  });
