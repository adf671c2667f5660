import type postgres from "postgres";
import { tableColumns } from "@/db/copy-stream";
import type { EncryptedColumn } from "@/lib/moving/encrypted-columns";
import { passNumber } from "@/lib/moving/import-queries";
import type { MovedPerson } from "@/lib/moving/stream";
import { stagedTables } from "@/lib/moving/tables";

type Tx = postgres.TransactionSql;

/** Staged tables have another name while the imported rows are checked. */
export const stagedName = (table: string) =>
  (stagedTables as readonly string[]).includes(table) ? `staged_${table}` : table;

/** The tables are dropped when the transaction ends. */
export async function makeStages(tx: Tx): Promise<void> {
  for (const table of stagedTables)
    await tx`create temp table ${tx(stagedName(table))} (like ${tx(table)}) on commit drop`;
}

/** Members are recognized by their email. */
export async function makePeople(tx: Tx, people: MovedPerson[]): Promise<void> {
  await tx`create temp table people (id bigint, email text, role text, member_id bigint) on commit drop`;
  await tx`
    insert into people
    select p.id, p.email, p.role, m.id
    from jsonb_to_recordset(${JSON.stringify(people)}::text::jsonb) as p (id bigint, email text, role text)
    left join members m on lower(m.email) = lower(p.email)`;
}

type Numbered = { tables: string[]; sequence: string };

const numbered: Numbered[] = [
  // A claim that is proved keeps its number as a domain.
  { tables: ["domains", "domain_claims"], sequence: "domains" },
  { tables: ["server_keys"], sequence: "server_keys" },
  { tables: ["signing_keys"], sequence: "signing_keys" },
  { tables: ["share_links"], sequence: "share_links" },
  { tables: ["audit_log"], sequence: "audit_log" },
];

/**
 * Keeps the numbers of a kind if this instance uses none of them; otherwise all rows of that kind get new numbers, in
 * the same order. Returns the kinds with new numbers.
 */
export async function renumberRows(tx: Tx): Promise<string[]> {
  const renumbered: string[] = [];
  for (const { tables, sequence } of numbered) {
    const all = tables.map((table) => `select id from ${stagedName(table)}`).join(" union all ");
    // Each number is looked up by its index: this instance may have a million rows, and the project a few.
    const isHere = tables.map((table) => `exists (select from ${table} h where h.id = came.id)`).join(" or ");
    const [row] = await tx.unsafe<{ stored: boolean; last: string | null }[]>(
      `select count(*) filter (where ${isHere}) > 0 as stored, max(id) as last from (${all}) came`,
    );
    if (!row!.stored && row!.last) await passNumber(tx, sequence, "id", Number(row!.last));
    const next = row!.stored ? `nextval(pg_get_serial_sequence('${sequence}', 'id'))` : "id";
    await tx.unsafe(`create temp table new_${sequence} on commit drop as
      select id as old, ${next} as new from (select distinct id from (${all}) came order by id) ordered`);
    if (row!.stored) renumbered.push(sequence);
  }
  return renumbered;
}

/** For columns that refer to rows of the source instance: the SQL that finds the value on this one. */
const values: Record<string, Record<string, string>> = {
  domains: { id: "(select n.new from new_domains n where n.old = s.id)" },
  domain_claims: { id: "(select n.new from new_domains n where n.old = s.id)" },
  server_keys: {
    id: "(select n.new from new_server_keys n where n.old = s.id)",
    replaced_by: "(select n.new from new_server_keys n where n.old = s.replaced_by)",
    created_by: "(select p.member_id from people p where p.id = s.created_by)",
  },
  signing_keys: {
    id: "(select n.new from new_signing_keys n where n.old = s.id)",
    replaced_by: "(select n.new from new_signing_keys n where n.old = s.replaced_by)",
    created_by: "(select p.member_id from people p where p.id = s.created_by)",
  },
  share_links: { id: "(select n.new from new_share_links n where n.old = s.id)" },
  audit_log: {
    id: "(select n.new from new_audit_log n where n.old = s.id)",
    member_id: "(select p.member_id from people p where p.id = s.member_id)",
  },
};

export async function storeStaged(tx: Tx): Promise<void> {
  for (const table of stagedTables) {
    const columns = await tableColumns(tx, table);
    const picked = columns.map((name) => values[table]?.[name] ?? `s."${name}"`);
    const always = (await isNumbered(tx, table)) ? "overriding system value" : "";
    await tx.unsafe(`insert into "${table}" (${columns.map((name) => `"${name}"`).join(", ")}) ${always}
      select ${picked.join(", ")} from ${stagedName(table)} s`);
  }
}

async function isNumbered(tx: Tx, table: string): Promise<boolean> {
  const rows = await tx`
    select from pg_attribute where attrelid = ${table}::text::regclass and attidentity <> '' and not attisdropped`;
  return rows.length > 0;
}

/**
 * A name that ends in .localhost means another machine on each instance, so a name that is taken gets a suffix. Returns
 * both names.
 */
export const renameLocalHosts = (tx: Tx, ending: string) => tx<{ host: string }[]>`
  update staged_domains s set host = regexp_replace(s.host, '\\.localhost$', ${`-${ending}.localhost`})
  where s.host like '%.localhost' and exists (select from domains d where d.host = s.host)
  returning old.host || ' → ' || new.host as host`;

export const moveDomainsOfCampaigns = (tx: Tx, project: number) => tx`
  update campaigns c set domain_id = n.new from new_domains n
  where c.project_id = ${project} and c.domain_id = n.old and n.new <> n.old`;

export type ImportedTeam = { email: string; role: string | null; here: boolean }[];

/** Known members with access to the project get access to it here, and to no other project. */
export async function grantAccess(tx: Tx, project: number, account: number): Promise<ImportedTeam> {
  await tx`
    insert into project_members (project_id, member_id, role)
    select ${project}, p.member_id, p.role from people p
    where p.role is not null and p.member_id is not null and not exists (
      select from memberships s where s.account_id = ${account} and s.member_id = p.member_id)`;
  return tx<ImportedTeam>`
    select p.email, p.role, p.member_id is not null as here from people p where p.role is not null order by p.email`;
}

/** Larger than any member's number. */
const beyond = 1_000_000_000_000_000;

/** Deletes views that unknown members saved for themselves. Views for everybody stay, as when a membership ends. */
export async function importViews(tx: Tx, project: number): Promise<void> {
  await tx`
    delete from report_views v
    where v.project_id = ${project} and not v.shared
      and not exists (select from people p where p.id = v.member_id and p.member_id is not null)`;
  // In two steps, so that no two members exchange their numbers halfway. Negative numbers mark members who are unknown
  // here, also from earlier moves.
  await tx`
    update report_views v set member_id = coalesce(
      (select ${beyond}::bigint + p.member_id from people p where p.id = v.member_id), -abs(v.member_id))
    where v.project_id = ${project}`;
  await tx`
    update report_views v set member_id = v.member_id - ${beyond}::bigint
    where v.project_id = ${project} and v.member_id > ${beyond}::bigint`;
}

export const storeSecret = (
  tx: Tx,
  { table, column, of }: EncryptedColumn,
  { project, name, sealed: encrypted }: { project: number; name: string; sealed: Buffer },
) => tx`
  update ${tx(table)} t set ${tx(column)} = ${encrypted} where t.project_id = ${project} and t.${tx(of)}::text = ${name}`;

export const importMetaKey = (tx: Tx, project: number, encrypted: string) => tx`
  update projects set settings = jsonb_set(settings, '{meta_key,encrypted}', to_jsonb(${encrypted}::text))
  where id = ${project} and settings ? 'meta_key'`;
