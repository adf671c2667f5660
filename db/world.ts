/**
 * The words that tests and the demo are written in: each makes something real, by the verbs of the program where
 * there is one. Names are drawn, so that nothing has to be cleaned up and everything may run at once.
 */
import { sql } from "@/db";
import type { Project } from "@/lib/access/project";
import { projectOf } from "@/lib/access/project";
import { findProject } from "@/lib/access/queries";
import type { Role } from "@/lib/access/roles";
import { beginSession } from "@/lib/access/session";
import { hashPassword } from "@/lib/accounts/password";
import { commandLine } from "@/lib/audit/actor";
import { env } from "@/lib/env";
import type { AccountId, MemberId } from "@/lib/ids";
import { randomBase62 } from "@/lib/ids";
import { createProject } from "@/lib/projects/create";

export const someName = (what: string) => `${what} ${randomBase62(8)}`;

export async function anAccount(name = someName("Account")): Promise<AccountId> {
  const [row] = await sql<{ id: AccountId }[]>`insert into accounts (name) values (${name}) returning id`;
  return row!.id;
}

export type AProject = {
  project: Project;
  accountId: AccountId;
  token: string;
  serverKey: string;
  domain: string;
};

export async function aProject(
  wanted: {
    account?: AccountId;
    name?: string;
    timeZone?: string;
    currency?: string;
    domain?: string;
    platforms?: ("IOS" | "ANDROID")[];
    now?: Date;
  } = {},
): Promise<AProject> {
  const accountId = wanted.account ?? (await anAccount());
  const made = await createProject(
    accountId,
    {
      name: wanted.name ?? someName("Project"),
      platforms: wanted.platforms ?? ["IOS", "ANDROID"],
      time_zone: wanted.timeZone ?? "UTC",
      currency: wanted.currency ?? "USD",
      domain: wanted.domain,
      server_key_name: "First key",
    },
    commandLine,
    { now: wanted.now ?? new Date(), appUrl: env.APP_URL },
  );
  const row = await findProject(made.id);
  return {
    project: projectOf(row!),
    accountId,
    token: made.token,
    serverKey: made.serverKey!,
    domain: made.host,
  };
}

export type AMember = {
  id: MemberId;
  email: string;
  name: string;
  account: AccountId;
  role: Role;
  session: string;
};

/** Signed in already: `session` is the cookie header of a browser. Without a password nobody can sign in as them. */
export async function aMember(
  role: Role,
  account?: AccountId,
  wanted: { email?: string; name?: string; password?: string } = {},
): Promise<AMember> {
  const accountId = account ?? (await anAccount());
  const email = wanted.email ?? `${randomBase62(12).toLowerCase()}@example.com`;
  const name = wanted.name ?? "Somebody";
  const hash = wanted.password === undefined ? null : await hashPassword(wanted.password);
  const [row] = await sql<{ id: MemberId }[]>`
    with made as (
           insert into members (email, name, password_hash) values (${email}, ${name}, ${hash}) returning id),
         joined as (
           insert into memberships (account_id, member_id, role) select ${accountId}, id, ${role} from made)
    select id from made`;
  const id = row!.id;
  return { id, email, name, account: accountId, role, session: await aSession(id) };
}

/** The cookie header of a browser in which the member signed in just now. */
export async function aSession(member: MemberId): Promise<string> {
  const [row] = await sql<
    { version: number }[]
  >`select session_version as version from members where id = ${member}`;
  const cookie = await beginSession({ id: member, sessionVersion: row!.version });
  return cookie.split(";")[0]!;
}

export type Sums = Record<string, { count: number; amount: number }>;

/** What the ledger says of a project, or of one campaign: sums by measure and name. */
export async function ledgerOf(project: number, campaign?: number): Promise<Sums> {
  const rows = await sql<{ measure: string; name: string; count: number; amount: number }[]>`
    select measure, name, sum(count)::bigint as count, sum(amount)::bigint as amount from ledger
    where project_id = ${project} and (${campaign ?? null}::bigint is null or campaign_id = ${campaign ?? null})
    group by measure, name having sum(count) <> 0 or sum(amount) <> 0`;
  const sums: Sums = Object.create(null);
  for (const { measure, name, count, amount } of rows)
    sums[name ? `${measure} ${name}` : measure] = { count, amount };
  return sums;
}
