import { type Fragment, sql } from "@/db";
import { whereWritable } from "@/db/writable";
import type { Actor } from "@/lib/accounts/audit/actor";
import { auditRow } from "@/lib/accounts/audit/queries";
import type { Framework, Postback } from "@/lib/apple/postbacks/postback";
import type { TimeInterval } from "@/lib/apple/postbacks/rules";
import type { ProjectId } from "@/lib/base/ids";
import { toOutbox } from "@/lib/ledger/outbox/queries";

/** `verified`: the operator chose the project, or it has verified the domain. */
export type AppOwner = { id: ProjectId; frozen: boolean; verified: boolean };

/**
 * True if the project has verified a domain at or below the host. Apple posts to the domain in the app, so the project
 * that controls the domain owns the app.
 */
export const hasVerifiedDomain = (host: Fragment) => sql`
  exists (
    select from domains d where d.project_id = p.id and d.verified_at is not null
      and coalesce(d.proved_by, 'before') <> 'before' and strpos(${host}, '.') > 0
      and (d.host = ${host} or right(d.host, length(${host}) + 1) = '.' || ${host}))`;

/**
 * The project that gets an app's postbacks; each app has one project per server. The operator's choice wins, then a
 * project with the verified domain, then the first claim.
 */
export async function findOwnerOfApp(appId: string, postedTo: string | null): Promise<AppOwner | null> {
  const proved = hasVerifiedDomain(sql`${postedTo ?? ""}::text`);
  const [row] = await sql<AppOwner[]>`/* all projects */
    select p.id, p.frozen_at is not null as frozen, s.app_settled_at is not null or ${proved} as verified
    from store_listings s join projects p on p.id = s.project_id
    where s.app_id = ${appId} and s.platform = 'IOS' and p.deleted_at is null
      and not exists (select from project_imports i where i.project_id = p.id)
    order by s.app_settled_at desc nulls last, ${proved} desc, s.app_claimed_at, p.id limit 1`;
  return row ?? null;
}

export type AppClaim = {
  project_id: ProjectId;
  account: string;
  slug: string;
  app_id: string;
  claimed_at: Date;
  settled_at: Date | null;
  /** The newest verified postback of the app that the project has. */
  last_at: Date | null;
};

/** The claims of one app, or of all apps that several projects list. For the operator. */
export const findAppClaims = (appId: string | null) => sql<AppClaim[]>`/* all projects */
  with claims as (
    select s.project_id, s.app_id, min(s.app_claimed_at) as claimed_at, max(s.app_settled_at) as settled_at
    from store_listings s join projects p on p.id = s.project_id
    where s.platform = 'IOS' and p.deleted_at is null and (${appId}::text is null or s.app_id = ${appId})
    group by s.project_id, s.app_id
  )
  select c.project_id, a.name as account, p.slug, c.app_id, c.claimed_at, c.settled_at, (
    select max(r.received_at) from apple_postbacks r
    where r.project_id = c.project_id and r.app_id = c.app_id and r.verdict = 'verified') as last_at
  from claims c join projects p on p.id = c.project_id join accounts a on a.id = p.account_id
  where ${appId}::text is not null or exists (
    select from claims o where o.app_id = c.app_id and o.project_id <> c.project_id)
  order by c.app_id, c.settled_at desc nulls last, c.claimed_at, c.project_id`;

/**
 * Stores the operator's choice of an app's project, and logs it in each project that lists the app. False if this
 * project does not list it.
 */
export async function chooseProjectOfApp(
  projectId: ProjectId,
  appId: string,
  by: Actor,
  at: Date,
): Promise<boolean> {
  const rows = await sql`/* all projects */
    with claims as materialized (
      select p.id, p.account_id from projects p
      where p.deleted_at is null and exists (
        select from store_listings s where s.project_id = p.id and s.app_id = ${appId} and s.platform = 'IOS')
    ),
    settled as (
      update store_listings s set app_settled_at = case when s.project_id = ${projectId} then ${at}::timestamptz end
      from claims c where s.project_id = c.id and s.app_id = ${appId} and s.platform = 'IOS'
        and exists (select from claims own where own.id = ${projectId})
      returning s.project_id
    ),
    logged as (${auditRow(
      by,
      {
        account: sql`c.account_id`,
        project: sql`c.id`,
        action: "apple-postbacks.settle",
        target: appId,
        detail: sql`jsonb_build_object('is_ours', c.id = ${projectId})`,
      },
      sql`from claims c where exists (select from settled)`,
    )})
    select from settled limit 1`;
  return rows.length > 0;
}

/** Postbacks without Apple's signature are stored for inspection; more on a day is an attack. */
const maxRefusedOnADay = 200;

/**
 * The name pattern of Apple's future keys. A postback with such a key may become valid in a later version. Each name
 * has its own limit beside the one for junk; arbitrary names would make the limits endless.
 */
const nextKeys = "^apple-(cas|development)-identifier/[0-9]$";

const allowance = (verdict: Fragment, kid: Fragment) => sql`
  case when ${verdict} = 'unknown_key' and ${kid} ~ ${nextKeys} then ${kid} end`;

/** A signed postback can be varied endlessly: in its unsigned fields, or in the encoding of its signature. */
const maxCopies = 20;

const dayMs = 86_400_000;
const dayBegin = (at: Date) => new Date(Math.floor(at.getTime() / dayMs) * dayMs);
const dayEnd = (at: Date) => new Date(dayBegin(at).getTime() + dayMs - 1);

export type NewPostback = Postback & { id: string; receivedAt: Date; source: string; begun: TimeInterval };

/** The version of the conversion schema that was active at this time; 0 before the first. */
const versionAt = (projectId: ProjectId, at: Date) => sql`
  coalesce((select max(c.version) from conversion_schemas c where c.project_id = ${projectId} and c.created_at <= ${at}), 0)`;

const reportedAs = () => sql`
  select id::text as subject, null::text as user_id, null::text as instance,
    jsonb_build_object('at', received_at) as payload`;

type Stored = { added: boolean; is_first: boolean | null; is_known: boolean; is_full: boolean };

/**
 * Stores a postback, and adds it to the outbox if it is the first verified copy of a real winning one. Neither added
 * nor known nor full: another copy was stored at the same moment, and a retry sees it.
 */
export async function storePostback(projectId: ProjectId, p: NewPostback): Promise<Stored> {
  const [row] = await sql<[Stored]>`
    with copies as materialized (
      select c.digest, c.is_first, c.verdict from apple_postbacks c
      where c.project_id = ${projectId} and c.framework = ${p.framework} and c.postback_uid = ${p.uid}
        and c.sequence = ${p.sequence}::int
    ),
    flood as (
      select count(*) >= ${maxRefusedOnADay} or ${p.verdict}::text = 'verified' and (
        select count(*) >= ${maxCopies} from copies c where c.verdict = 'verified') as is_full
      from (
        select from apple_postbacks r
        where r.project_id = ${projectId} and r.verdict <> 'verified' and ${p.verdict}::text <> 'verified'
          and ${allowance(sql`r.verdict`, sql`r.kid`)}
            is not distinct from ${allowance(sql`${p.verdict}::text`, sql`${p.kid}::text`)}
          and r.received_at >= ${dayBegin(p.receivedAt)} and r.received_at <= ${dayEnd(p.receivedAt)}
        limit ${maxRefusedOnADay}) r
    ),
    added as (
      insert into apple_postbacks (project_id, id, received_at, framework, postback_uid, sequence, digest, verdict, why,
        kid, is_test, is_first, source, skan_version, network_id, source_identifier, app_id, publisher_app_id,
        source_domain, marketplace, conversion_type, fidelity, did_win, interaction, fine, coarse, country, begun_from,
        begun_until, schema_from, schema_until, raw)
      select ${projectId}, ${p.id}::uuid, ${p.receivedAt}, ${p.framework}, ${p.uid}, ${p.sequence}::int, ${p.digest},
        ${p.verdict}, ${p.why}, ${p.kid}, ${p.isTest},
        ${p.verdict}::text = 'verified' and not exists (select from copies where is_first), ${p.source}, ${p.version},
        ${p.networkId}, ${p.sourceIdentifier}, ${p.appId}, ${p.publisherAppId}, ${p.sourceDomain}, ${p.marketplace},
        ${p.conversionType}, ${p.fidelity}::int, ${p.didWin}, ${p.interaction}, ${p.fine}::int, ${p.coarse},
        ${p.country}, ${p.begun.from}, ${p.begun.until}, ${versionAt(projectId, p.begun.from)},
        ${versionAt(projectId, p.begun.until)}, ${JSON.stringify(p.raw)}::text::jsonb
      where not exists (select from copies where digest = ${p.digest}) and not (select is_full from flood)
        and ${whereWritable(projectId)}
      on conflict do nothing
      returning id, received_at, is_first, is_test, did_win
    ),
    outbox_rows as (${toOutbox(projectId, "skan.postback", sql`${reportedAs()} from added where is_first and not is_test and did_win`)})
    select exists (select from added) as added, (select is_first from added) as is_first,
      exists (select from copies where digest = ${p.digest}) as is_known, (select is_full from flood) as is_full`;
  return row;
}

export type StoredPostback = { framework: Framework; raw: Record<string, unknown>; received_at: Date };

export async function findStoredPostbacks(
  projectId: ProjectId,
  id: string,
): Promise<(StoredPostback & { verdict: string }) | null> {
  const [row] = await sql<(StoredPostback & { verdict: string })[]>`
    select framework, raw, received_at, verdict from apple_postbacks
    where project_id = ${projectId} and id = ${id}::uuid`;
  return row ?? null;
}

/** Postbacks whose key was unknown at their arrival, and is known now. */
export const findPostbacksOfKeys = (kids: string[], limit: number) => sql<
  { project_id: ProjectId; id: string }[]
>`/* all projects */
  select r.project_id, r.id from apple_postbacks r join projects p on p.id = r.project_id
  where r.verdict = 'unknown_key' and r.kid = any(${kids}::text[]) and p.frozen_at is null and p.deleted_at is null
    and not exists (select from project_imports i where i.project_id = r.project_id)
  order by r.project_id, r.received_at limit ${limit}`;

/**
 * Stores a repeated verification: the first verified copy now counts and goes to the outbox. If a copy with the new key
 * was stored earlier, this one stays next to it as its earlier state.
 */
export async function storeVerdict(projectId: ProjectId, id: string, p: Postback & { begun: TimeInterval }) {
  await sql`
    with verified as (
      update apple_postbacks r set verdict = ${p.verdict}, why = ${p.why}, kid = ${p.kid}, is_test = ${p.isTest},
        postback_uid = ${p.uid}, sequence = ${p.sequence}::int, skan_version = ${p.version},
        digest = case when exists (
          select from apple_postbacks c where c.project_id = ${projectId} and c.framework = ${p.framework}
            and c.postback_uid = ${p.uid} and c.sequence = ${p.sequence}::int and c.digest = ${p.digest}
        ) then r.digest else ${p.digest} end,
        network_id = ${p.networkId}, source_identifier = ${p.sourceIdentifier}, app_id = ${p.appId},
        publisher_app_id = ${p.publisherAppId}, source_domain = ${p.sourceDomain}, marketplace = ${p.marketplace},
        conversion_type = ${p.conversionType}, fidelity = ${p.fidelity}::int, did_win = ${p.didWin},
        interaction = ${p.interaction}, fine = ${p.fine}::int, coarse = ${p.coarse}, country = ${p.country},
        begun_from = ${p.begun.from}, begun_until = ${p.begun.until},
        schema_from = ${versionAt(projectId, p.begun.from)}, schema_until = ${versionAt(projectId, p.begun.until)},
        is_first = ${p.verdict}::text = 'verified' and not exists (
          select from apple_postbacks c where c.project_id = ${projectId} and c.framework = ${p.framework}
            and c.postback_uid = ${p.uid} and c.sequence = ${p.sequence}::int and c.is_first and c.id <> ${id}::uuid)
      where r.project_id = ${projectId} and r.id = ${id}::uuid and r.verdict <> ${p.verdict}
        and ${whereWritable(projectId)}
      returning r.id, r.received_at, r.is_first, r.is_test, r.did_win
    )
    ${toOutbox(projectId, "skan.postback", sql`${reportedAs()} from verified where is_first and not is_test and did_win`)}`;
}
