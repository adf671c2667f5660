/**
 * Factories for tests and the demo. They create data with the program's own functions if possible. Names are random, so
 * that tests need no cleanup and can run in parallel.
 */
import { sql } from "@/db";
import type { SignInOrigin } from "@/lib/accounts/access/member";
import type { Project } from "@/lib/accounts/access/project";
import { projectFromRow } from "@/lib/accounts/access/project";
import { findProject } from "@/lib/accounts/access/queries";
import type { ProjectRole, Role } from "@/lib/accounts/access/roles";
import { commandLine } from "@/lib/accounts/audit/actor";
import { hashPassword } from "@/lib/accounts/password";
import { sessionCookieOf } from "@/lib/accounts/sessions/session";
import { attributeProject } from "@/lib/attribution/attribute";
import { reassignProject } from "@/lib/attribution/reassign";
import { env } from "@/lib/base/env";
import type { AccountId, MemberId } from "@/lib/base/ids";
import { newId, randomBase62 } from "@/lib/base/ids";
import { addAffiliate } from "@/lib/campaigns/affiliates/affiliates";
import { createCampaign, type NewCampaignBody } from "@/lib/campaigns/create/create";
import { createListing, newListingId } from "@/lib/campaigns/store-listings/listings";
import { readStoreUrl } from "@/lib/campaigns/store-url";
import { createProject } from "@/lib/projects/creation/create";

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
  input: {
    account?: AccountId;
    name?: string;
    timeZone?: string;
    currency?: string;
    domain?: string;
    platforms?: ("IOS" | "ANDROID")[];
    now?: Date;
  } = {},
): Promise<AProject> {
  const accountId = input.account ?? (await anAccount());
  const made = await createProject(
    accountId,
    {
      name: input.name ?? someName("Project"),
      platforms: input.platforms ?? ["IOS", "ANDROID"],
      time_zone: input.timeZone ?? "UTC",
      currency: input.currency ?? "USD",
      week_starts_on: "monday",
      domain: input.domain,
      server_key_name: "First key",
    },
    commandLine,
    { now: input.now ?? new Date(), appUrl: env.APP_URL, byOperator: true },
  );
  const row = await findProject(made.id);
  return {
    project: projectFromRow(row!),
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

/**
 * The member is signed in: `session` is a browser's cookie header. Without a password, signing in again is impossible.
 */
const hashes = new Map<string, Promise<string>>();

/** A hash takes a quarter of a second of a core, so members of a test file with the same password share one. */
function hashOf(password: string): Promise<string> {
  const known = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, known);
  return known;
}

export async function aMember(
  role: Role,
  account?: AccountId,
  input: { email?: string; name?: string; password?: string } = {},
): Promise<AMember> {
  const accountId = account ?? (await anAccount());
  const email = input.email ?? `${randomBase62(12).toLowerCase()}@example.com`;
  const name = input.name ?? "Somebody";
  const hash = input.password === undefined ? null : await hashOf(input.password);
  const [row] = await sql<{ id: MemberId }[]>`
    with made as (
           insert into members (email, name, password_hash) values (${email}, ${name}, ${hash}) returning id),
         joined as (
           insert into memberships (account_id, member_id, role) select ${accountId}, id, ${role} from made)
    select id from made`;
  const id = row!.id;
  return { id, email, name, account: accountId, role, session: await aSession(id) };
}

/** A member of these projects only, with a role in each. */
export async function aProjectMember(
  projects: { project: { id: number }; role: ProjectRole }[],
  email = `${randomBase62(12).toLowerCase()}@example.com`,
): Promise<{ id: MemberId; email: string; session: string }> {
  const ids = projects.map(({ project }) => project.id);
  const [row] = await sql<{ id: MemberId }[]>`
    with made as (insert into members (email, name) values (${email}, 'A client') returning id),
         joined as (
           insert into project_members (project_id, member_id, role)
           select p.project_id, made.id, p.role
           from made, unnest(${ids}::bigint[], ${projects.map(({ role }) => role)}::text[]) p(project_id, role))
    select id from made`;
  return { id: row!.id, email, session: await aSession(row!.id) };
}

/** The cookie header of a browser that signed in the given time ago. */
export async function aSession(
  member: MemberId,
  { begun = "1 hour", seen = "0 seconds" }: { begun?: string; seen?: string } = {},
): Promise<string> {
  const [row] = await sql<{ id: string; version: number }[]>`
    with made as (
           insert into sessions (id, member_id, browser, begun_at, seen_at)
           values (gen_random_uuid(), ${member}, 'Firefox on Linux', now() - ${begun}::interval,
                   now() - ${seen}::interval) returning id)
    select made.id, m.session_version as version from made, members m where m.id = ${member}`;
  return (await sessionCookieOf({ memberId: member, ...row! })).split(";")[0]!;
}

/** A visitor without a session, for functions that take a password. */
export const aVisitor = (input: Partial<SignInOrigin> = {}): SignInOrigin => ({
  address: "198.51.100.7",
  tick: 0,
  now: new Date(),
  browser: "Firefox on Linux",
  session: null,
  knownBrowser: () => null,
  ...input,
});

export async function aCampaign(
  app: AProject,
  input: Partial<NewCampaignBody> & { now?: Date } = {},
): Promise<{ id: number; displayId: string; link: string }> {
  const { now = new Date(), name = someName("Campaign"), ...settings } = input;
  const body = { name, store_listing_ids: [], ...settings } as NewCampaignBody;
  const made = await createCampaign(app.project, body, { by: commandLine, now });
  return { id: made.id, displayId: made.display_id, link: made.link };
}

export async function aStoreListing(app: AProject, platform: "IOS" | "ANDROID", name = someName("Listing")) {
  const url =
    platform === "IOS"
      ? "https://apps.apple.com/app/id310633997"
      : "https://play.google.com/store/apps/details?id=com.example.app";
  const page = readStoreUrl(url);
  if ("problem" in page) throw new Error(page.problem);
  const at = { id: newListingId(), now: new Date() };
  const made = await createListing(app.project, { name, page }, commandLine, at);
  return made.store_listing.store_listing_id;
}

export async function anAffiliate(app: AProject, name = someName("Affiliate")): Promise<number> {
  return (await addAffiliate(app.project, name, commandLine, new Date())).affiliate.id;
}

/** The columns of an install at its decision. */
type Decided = Partial<{
  at: Date;
  state: string;
  installId: string;
  instance: string;
  link: string;
  clickedAt: Date;
  network: string;
  adSetId: string;
  adSetName: string;
  creativeId: string;
  creativeName: string;
  keywordId: string;
  keywordName: string;
  publisherId: string;
  country: string;
  metaAdId: string;
  publisherPlatform: string;
  platformPosition: string;
  deeplink: string;
  deviceData: Record<string, unknown>;
  deviceIds: string[];
}>;

/** An install that is already decided; without a campaign it is organic. */
export async function anInstall(app: AProject, campaignId: number | null, known: Decided = {}) {
  const { at = new Date(), state = "DECIDED", instance = randomBase62(20), deviceIds = [] } = known;
  const id = known.installId ?? newId(at);
  await sql`
    with made as (
           insert into installs (project_id, id, install_instance_id, kind, platform, installed_at, state, decided_at,
             decision_version, counted_version, campaign_id, link, clicked_at, network, ad_set_id, ad_set_name,
             creative_id, creative_name, keyword_id, keyword_name, publisher_id, meta_ad_id, publisher_platform, platform_position,
             deeplink, device_data, country)
           values (${app.project.id}, ${id}, ${instance}, 'INSTALL', 'ANDROID', ${at}, ${state}, ${at}, 1, 1,
             ${campaignId}, ${known.link ?? null}, ${known.clickedAt ?? null}, ${known.network ?? null},
             ${known.adSetId ?? null},
             ${known.adSetName ?? null}, ${known.creativeId ?? null}, ${known.creativeName ?? null},
             ${known.keywordId ?? null}, ${known.keywordName ?? null}, ${known.publisherId ?? null}, ${known.metaAdId ?? null},
             ${known.publisherPlatform ?? null}, ${known.platformPosition ?? null}, ${known.deeplink ?? null},
             ${JSON.stringify(known.deviceData ?? {})}::text::jsonb, ${known.country ?? null})
           returning project_id, id, installed_at, campaign_id, network, state),
         waiting as (insert into undecided (project_id, install_id) select ${app.project.id}, id from made
           where state = 'PENDING'),
         decided as (
           insert into decisions (project_id, install_id, version, decided_at, rules, attribution_type, campaign_id,
             method, reason, confidence, kind, network, candidates, evidence)
           select ${app.project.id}, id, 1, installed_at, 'test', 'INORGANIC', campaign_id, 'link', 'link', 100, 'INSTALL',
             network, '[]', '{}'
           from made where campaign_id is not null)
    insert into install_devices (project_id, device_id, kind, install_id, seen_at)
    select ${app.project.id}, device, 'gaid', made.id, made.installed_at
    from made cross join unnest(${deviceIds.map((one) => one.toLowerCase())}::text[]) as device`;
  return { id, instance };
}

/** A user identified on an install that is attributed to the campaign, counted in the ledger. */
export async function anAttributedUser(
  app: AProject,
  campaignId: number,
  known: Decided &
    Partial<{
      userId: string;
      name: string;
      email: string;
      phone: string;
      details: Record<string, unknown>;
    }> = {},
) {
  const { at = new Date(), userId = randomBase62(12) } = known;
  const install = await anInstall(app, campaignId, { ...known, at });
  await sql`
    with made as (
           insert into users (project_id, user_id, name, email, phone, details, install_instance_id, platform,
             identified_at, campaign_id, attributed_at, counted_version, updated_at)
           values (${app.project.id}, ${userId}, ${known.name ?? null}, ${known.email ?? null}, ${known.phone ?? null},
             ${JSON.stringify(known.details ?? {})}::text::jsonb, ${install.instance}, 'ANDROID', ${at}, ${campaignId},
             ${at}, 1, ${at})),
         signed_in as (
           insert into identities (project_id, install_instance_id, user_id, identified_at)
           values (${app.project.id}, ${install.instance}, ${userId}, ${at}))
    insert into ledger (project_id, day, campaign_id, measure, platform, count)
    values (${app.project.id}, '-infinity', ${campaignId}, 'attributed_users', 'ANDROID', 1)`;
  return { userId, ...install };
}

export type LedgerSums = Record<string, { count: number; amount: number }>;

/** The ledger's sums of a project or one campaign, by measure and name. */
export async function ledgerOf(project: number, campaign?: number): Promise<LedgerSums> {
  const rows = await sql<{ measure: string; name: string; count: number; amount: number }[]>`
    select measure, name, sum(count)::bigint as count, sum(amount)::bigint as amount from ledger
    where project_id = ${project} and (${campaign ?? null}::bigint is null or campaign_id = ${campaign ?? null})
    group by measure, name having sum(count) <> 0 or sum(amount) <> 0`;
  const sums: LedgerSums = Object.create(null);
  for (const { measure, name, count, amount } of rows)
    sums[name ? `${measure} ${name}` : measure] = { count, amount };
  return sums;
}

/** A person's click, stored and counted. The ID is the one in a store's referrer. */
export async function aClick(
  app: AProject,
  input: {
    campaignId: number;
    at?: Date;
    adSetId?: string;
    creativeId?: string;
    keywordId?: string;
    publisherId?: string;
    network?: string;
    params?: Record<string, string>;
    platform?: string;
    country?: string;
    advertisingId?: string;
    warnings?: string[];
  },
): Promise<string> {
  const at = input.at ?? new Date();
  const id = newId(at);
  await sql`
    with stored as (
      insert into clicks (project_id, id, clicked_at, kind, campaign_id, platform, ad_set_id, creative_id, keyword_id,
        publisher_id, network, params, country, advertising_id, warnings)
      values (${app.project.id}, ${id}, ${at}, 'click', ${input.campaignId}, ${input.platform ?? "ANDROID"},
        ${input.adSetId ?? null}, ${input.creativeId ?? null}, ${input.keywordId ?? null},
        ${input.publisherId ?? null}, ${input.network ?? null},
        ${JSON.stringify(input.params ?? {})}::text::jsonb, ${input.country ?? null}, ${input.advertisingId ?? null},
        ${input.warnings ?? null}::text[])
      returning *
    )
    insert into ledger (project_id, day, campaign_id, measure, platform, country, ad_set_id, creative_id,
      keyword_id, publisher_id, count)
    select ${app.project.id}, (clicked_at at time zone ${app.project.timeZone})::date, campaign_id, 'clicks', platform,
      coalesce(country, ''), coalesce(ad_set_id, ''), coalesce(creative_id, ''), coalesce(keyword_id, ''),
      coalesce(publisher_id, ''), 1 from stored`;
  return id;
}

/** For tests that exceed the rate limits. */
export async function withoutLimits(app: AProject): Promise<void> {
  await sql`
    insert into limit_settings (project_id, "group", per_second)
    select ${app.project.id}, "group", null
    from unnest(array['data', 'writes', 'reporting', 'address', 'client', 'web']) as "group"
    on conflict (project_id, "group") do update set per_second = null`;
}

/** Waits until the facts of new decisions are reassigned. Transactions of other tests delay them for a moment. */
export async function reassignEverything(app: AProject): Promise<void> {
  for (;;) {
    await reassignProject(app.project.id);
    const [left] = await sql`select from pending_reassignments where project_id = ${app.project.id} limit 1`;
    if (!left) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Waits until every install is decided and its facts are reassigned. */
export async function decideEverything(app: AProject): Promise<void> {
  const end = performance.now() + 240_000;
  let left: Record<string, number> | undefined;
  while (performance.now() < end) {
    // The background decision may hold the lease, or have lost it in a crash. This call then does nothing.
    await attributeProject(
      app.project.id,
      () => false,
      () => new Date(),
    );
    await reassignProject(app.project.id);
    [left] = await sql<{ undecided: number; pending_reassignments: number; late: number }[]>`
      select (select count(*) from undecided where project_id = ${app.project.id}) as undecided,
        (select count(*) from pending_reassignments where project_id = ${app.project.id}) as pending_reassignments,
        (select count(*) from late_evidence where project_id = ${app.project.id} and due_at <= now()) as late`;
    if (Object.values(left!).every((n) => n === 0)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`installs of the project are still pending: ${JSON.stringify(left)}`);
}
