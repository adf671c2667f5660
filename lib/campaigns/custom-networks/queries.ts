import { sql } from "@/db";
import { isBelowRowLimit } from "@/db/row-limit";
import type { Actor } from "@/lib/accounts/audit/actor";
import { auditRow } from "@/lib/accounts/audit/queries";
import { type Owner, removeRow } from "@/lib/accounts/audit/remove-queries";
import type { ProjectId } from "@/lib/base/ids";
import type { NetworkChange, NetworkInput } from "@/lib/campaigns/custom-networks/schema";
import { sharedClickParameters } from "@/lib/campaigns/networks";

export type CustomNetworkRow = {
  code: string;
  click_parameter: string | null;
  publisher_parameter: string | null;
  link_parameters: string;
  created_at: Date;
};

const columns = () => sql`code, click_parameter, publisher_parameter, link_parameters, created_at`;

export function findCustomNetworks(project: ProjectId) {
  return sql<CustomNetworkRow[]>`
    select ${columns()} from custom_networks where project_id = ${project} order by lower(code)`;
}

/** The number of campaigns by network. */
export async function countCampaigns(project: ProjectId): Promise<Map<string, number>> {
  const rows = await sql<{ network: string; campaigns: number }[]>`
    select network, count(*)::int as campaigns from campaigns
    where project_id = ${project} and deleted_at is null and network is not null group by network`;
  return new Map(rows.map(({ network, campaigns }) => [network, campaigns]));
}

export type InsertOutcome = {
  made: CustomNetworkRow | null;
  is_affiliate: boolean;
  is_parameter: boolean;
  is_full: boolean;
};

/** Stores the network unless its name or click ID parameter is taken, or the project has the maximum. */
export async function insertCustomNetwork(
  { accountId: account, id: project }: Owner,
  { name: code, click_parameter, publisher_parameter, link_parameters }: NetworkInput,
  { max, now }: { max: number; now: Date },
  by: Actor,
): Promise<InsertOutcome> {
  const [row] = await sql<[InsertOutcome]>`
    with checked as materialized (
           select exists (select from affiliates where project_id = ${project}
               and lower(replace(replace(name, ' ', '_'), '-', '_')) = lower(replace(${code}::text, '-', '_')))
               as is_affiliate,
             ${parameterTaken(project, code, click_parameter ?? null)} as is_parameter,
             not ${isBelowRowLimit("custom_networks", project, max)} as is_full),
         made as (
           insert into custom_networks
             (project_id, code, click_parameter, publisher_parameter, link_parameters, created_at, updated_at)
           select ${project}, ${code}, ${click_parameter ?? null}, ${publisher_parameter ?? null},
             ${link_parameters ?? ""}, ${now}, ${now}
           from checked where not is_affiliate and not is_parameter and not is_full
           on conflict do nothing returning ${columns()}),
         logged as (${auditRow(by, { account, project, action: "network.add", target: code }, sql`from made`)})
    select checked.*, (select to_jsonb(made) from made) as made from checked`;
  return { ...row!, made: row!.made && { ...row!.made, created_at: new Date(row!.made.created_at) } };
}

/** Without its own parameter, a network's clicks are recognized by their campaign only. */
const parameterTaken = (project: ProjectId, code: string, parameter: string | null) => sql`
  exists (select from custom_networks where project_id = ${project} and code <> ${code}
    and lower(click_parameter) = lower(${parameter}::text)
    and not lower(click_parameter) = any(${[...sharedClickParameters]}::text[]))`;

export async function updateCustomNetwork(
  { accountId: account, id: project }: Owner,
  code: string,
  change: NetworkChange,
  now: Date,
  by: Actor,
): Promise<{ changed: boolean; is_parameter: boolean }> {
  const { click_parameter: click, publisher_parameter: publisher, link_parameters: link } = change;
  const [row] = await sql<{ changed: boolean; is_parameter: boolean }[]>`
    with checked as materialized (
           select ${parameterTaken(project, code, click ?? null)} as is_parameter),
         made as (
           update custom_networks set updated_at = ${now},
             click_parameter = case when ${click !== undefined} then ${click ?? null}::text else click_parameter end,
             publisher_parameter =
               case when ${publisher !== undefined} then ${publisher ?? null}::text else publisher_parameter end,
             link_parameters = case when ${link !== undefined} then ${link ?? ""}::text else link_parameters end
           where project_id = ${project} and code = ${code} and not (select is_parameter from checked)
           returning code),
         logged as (${auditRow(
           by,
           { account, project, action: "network.change", target: code, detail: change },
           sql`from made`,
         )})
    select exists (select from made) as changed, is_parameter from checked`;
  return row!;
}

export const deleteCustomNetwork = (project: Owner, code: string, by: Actor) =>
  removeRow(project, code, by, {
    table: "custom_networks",
    key: "code",
    action: "network.remove",
    target: sql`changed.code`,
    uses: {
      count: sql`(
        (select count(*) from campaigns
           where project_id = ${project.id} and network = ${code} and deleted_at is null)
        + (select count(*) from destinations
           where project_id = ${project.id} and deleted_at is null and settings->>'network' = ${code}))`,
      text: () => "A campaign or a destination uses this network. Delete it or change its network first.",
    },
  });
