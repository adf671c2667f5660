import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { addDays } from "@/lib/base/days";
import { networkLabel } from "@/lib/campaigns/networks";
import { encrypt } from "@/lib/platform/encryption";
import { discrepancyCauses } from "@/lib/reporting/discrepancies/causes";
import { findCauseCounts } from "@/lib/reporting/discrepancies/queries";
import { maxDiscrepancyDays } from "@/lib/reporting/discrepancies/schema";
import { plans } from "@/lib/sample/plan";
import type { SeededRandom } from "@/lib/sample/random";
import { addNetworkAccount } from "@/lib/spend/accounts/accounts";
import { setBudget } from "@/lib/spend/budgets/budgets";
import type { NetworkDayClaim } from "@/lib/spend/claims/claim";
import { storeClaims } from "@/lib/spend/claims/queries";
import { aboutAccount } from "@/lib/spend/pull/encryption-context";
import { endPull, saveCredentials } from "@/lib/spend/pull/queries";
import { setExchangeRates } from "@/lib/spend/rates/change";
import { recordSpend } from "@/lib/spend/record";
import type { SpendRow } from "@/lib/spend/schema";
import type { AProject } from "@/testing/factories";

type Counted = {
  day: string;
  display_id: string;
  ad_set_id: string;
  creative_id: string;
  keyword_id: string;
  platform: string;
  country: string;
  clicks: number;
};

/** Networks that report spend by platform and country. */
const brokenDown = new Set(["META", "GOOGLE", "TIKTOK", "APPLE_SEARCH_ADS"]);

/** Networks that bill in dollars, and the dollar's exchange rate for each month. */
const inDollars = new Set(["LINKEDIN", "TIKTOK"]);
const dollar = [0.9205, 0.9142, 0.9318, 0.926];

/** The daily ad spend, as files of the networks: one for each network and month. */
export async function addSpend(app: AProject, chance: SeededRandom, now: Date) {
  const counted = await sql<Counted[]>`
    select l.day::text as day, c.display_id, l.ad_set_id, l.creative_id, l.keyword_id, b.platform, b.country,
      sum(l.count)::int as clicks
    from ledger l join campaigns c on c.project_id = ${app.project.id} and c.id = l.campaign_id
    cross join lateral (
      select case when c.network = 'APPLE_SEARCH_ADS' then 'IOS' when c.network = any(${[...brokenDown]})
          and l.platform in ('IOS', 'ANDROID') then l.platform else '' end as platform,
        case when c.network = any(${[...brokenDown]}) then l.country else '' end as country
    ) b
    where l.project_id = ${app.project.id} and l.measure = 'clicks'
      -- Ads for an app cost nothing on desktops.
      and (b.platform <> '' or c.network is null or c.network not in ('META', 'GOOGLE', 'TIKTOK'))
    group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7`;
  const months = [...new Set(counted.map(({ day }) => day.slice(0, 7)))].sort();
  const rates = months.map((month, i) => ({
    currency: "USD",
    day: `${month}-01`,
    rate: dollar[i % dollar.length]!,
  }));
  await setExchangeRates(app.project, rates, commandLine, now);
  const metaAccount = await addAccounts(app, now);
  const files = new Map<string, SpendRow[]>();
  for (const each of counted) {
    const plan = plans.find(({ id }) => id === each.display_id);
    if (!plan?.cost || plan.network === null) continue;
    const network = networkLabel(plan.network);
    const name = `${network.toLowerCase().replaceAll(" ", "-")}-${each.day.slice(0, 7)}.csv`;
    const rows = files.get(name) ?? [];
    rows.push(row(each, plan, chance));
    files.set(name, rows);
  }
  for (const [name, rows] of [...files].sort(([a], [b]) => (a.slice(-11) < b.slice(-11) ? -1 : 1))) {
    const pulled = name === `meta-${months.at(-1)}.csv`;
    const teller = pulled
      ? ({
          kind: "ACCOUNT",
          sourceKey: String(metaAccount),
          name: "Trailhead DACH",
          createdBy: "pulled from the network",
        } as const)
      : ({ kind: "DEMO", sourceKey: name, name, createdBy: "demo@cairn.example" } as const);
    // All rows of a day must be in one call to complement each other.
    for (const ofDay of Map.groupBy(rows, ({ date }) => date).values())
      await recordSpend(app.project, ofDay, teller, now);
    if (pulled) await noteRows(app, metaAccount);
  }
  await addClaims(app, chance, now, metaAccount);
}

/** Monthly budgets in euros: two campaigns, of which one spends too fast, and a network. */
export async function addBudgets(app: AProject, campaigns: ReadonlyMap<string, number>, now: Date) {
  const monthly = { currency: "EUR", from: null, to: null };
  for (const [plan, amount] of [
    ["alps-lookalike", 620],
    ["search-brand", 120],
  ] as const) {
    const campaign_id = campaigns.get(plan)!;
    await setBudget(app.project, { ...monthly, amount, campaign_id, network: null }, commandLine, now);
  }
  const network = { amount: 900, campaign_id: null, network: "META" };
  await setBudget(app.project, { ...monthly, ...network }, commandLine, now);
}

const maxShown = 14;

/**
 * The networks' claims: those that match the facts, a few unexplained ones, and for the last days their first reports. Meta's account is in another zone than the project.
 */
async function addClaims(app: AProject, chance: SeededRandom, now: Date, account: number) {
  const rows = await sql<
    { campaign_id: number; network: string; day: string; impressions: number; clicks: number; ours: number }[]
  >`
    select l.campaign_id, c.network, l.day::text as day,
      coalesce(sum(l.count) filter (where l.measure = 'network_impressions'), 0)::int as impressions,
      coalesce(sum(l.count) filter (where l.measure = 'network_clicks'), 0)::int as clicks,
      coalesce(sum(l.count) filter (where l.measure = 'installs'), 0)::int as ours
    from ledger l join campaigns c on c.project_id = ${app.project.id} and c.id = l.campaign_id
    where l.project_id = ${app.project.id} and l.measure in ('network_impressions', 'network_clicks', 'installs')
      and c.network in ('META', 'GOOGLE', 'TIKTOK', 'APPLE_SEARCH_ADS') and l.day > '-infinity'
    group by 1, 2, 3 order by 3, 1`;
  const claimsByNetwork = new Map<string, NetworkDayClaim[]>();
  const report = async (at: Date, network: string, claims: NetworkDayClaim[]) => {
    const days = claims.map(({ day }) => day).sort();
    const from = days.at(-1) ?? "";
    const own = { id: account, zone: "America/Los_Angeles", from, to: from };
    const source =
      network === "META"
        ? { name: "Trailhead DACH", account: own }
        : { name: `${network.toLowerCase()}.csv`, account: null };
    await storeClaims(app.project.id, claims, source, at);
  };
  // The files' own claims are without installs.
  await sql`delete from network_claims where project_id = ${app.project.id}`;
  for (const { campaign_id, network, day, impressions, clicks, ours } of rows) {
    const claim: NetworkDayClaim = {
      ...{ campaign_id, day, impressions, clicks },
      installs: ours,
      windows: {},
      conversions: {},
    };
    claimsByNetwork.set(network, [...(claimsByNetwork.get(network) ?? []), claim]);
  }
  const hours = (count: number) => new Date(now.getTime() - count * 3_600_000);
  for (const [network, claims] of claimsByNetwork) await report(hours(30), network, claims);
  const last = now.toISOString().slice(0, 10);
  const found = new Map<string, number>();
  for (let to = last; to >= (rows[0]?.day ?? last); to = addDays(to, -maxDiscrepancyDays)) {
    const filter = { from: addDays(to, 1 - maxDiscrepancyDays), to, network: null, campaign: null };
    for (const { campaign_id, day, cause, count } of await findCauseCounts(app.project.id, filter)) {
      if (cause === "ours") continue;
      const key = `${day} ${campaign_id}`;
      found.set(key, (found.get(key) ?? 0) + discrepancyCauses[cause].sign * count);
    }
  }
  for (const [network, claims] of claimsByNetwork) {
    const restated = claims.map((claim): NetworkDayClaim => {
      const ours = claim.installs ?? 0;
      const more = (found.get(`${claim.day} ${claim.campaign_id}`) ?? 0) + chance.between(-0.04, 0.1) * ours;
      const installs = Math.max(0, Math.round(ours + more));
      const views = Math.round(installs * 0.1);
      return {
        ...claim,
        installs,
        ...(network === "META" && { windows: { "7d_click": installs - views, "1d_view": views } }),
      };
    });
    await report(hours(2), network, restated);
  }
  // For earlier days, only the final claims are kept, as if they had been the first ones.
  await sql`
    delete from network_claims n where n.project_id = ${app.project.id} and n.version = 1
      and n.day < ${addDays(last, -maxShown)}::text::date
      and exists (select from network_claims m where m.project_id = ${app.project.id} and m.campaign_id = n.campaign_id
        and m.day = n.day and m.version = 2)`;
}

const noteRows = (app: AProject, account: number) => sql`
  update network_pulls set rows = (
    select count(*) from spend s join spend_imports i on i.project_id = ${app.project.id} and i.id = s.import_id
    where s.project_id = ${app.project.id} and i.source_key = ${String(account)})
  where project_id = ${app.project.id} and account_id = ${account}`;

/** An account that is synced, one whose token was rejected, and one that is not connected. No network is called. */
async function addAccounts(app: AProject, now: Date): Promise<number> {
  const add = async (network: string, name: string, external_id: string, currency: string) => {
    const input = { network, name, external_id, currency };
    return (await addNetworkAccount(app.project, input, commandLine, now)).network_account.id;
  };
  const connect = async (id: number) => {
    const credentials = encrypt(JSON.stringify({ access_token: "demo" }), aboutAccount(app.project.id, id));
    await saveCredentials(app.accountId, app.project.id, { id, credentials, at: now }, commandLine);
  };
  const meta = await add("META", "Trailhead DACH", "act_23850000", "EUR");
  const tiktok = await add("TIKTOK", "Trailhead creators", "7012345678901234567", "USD");
  await add("GOOGLE", "Trailhead search", "123-456-7890", "EUR");
  await connect(meta);
  await connect(tiktok);
  const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const month = now.toISOString().slice(0, 8);
  await endPull(
    app.project.id,
    meta,
    {
      from: `${month}01`,
      to: now.toISOString().slice(0, 10),
      rows: 0,
      remarks: [{ id: "23851009", name: "Agency – brand lift test", currency: "EUR", amount_minor: 18_450 }],
      nextAt: null,
    },
    ago(2),
  );
  const problem = "TikTok rejected the credentials: Access token is incorrect or has been revoked. (40105)";
  await endPull(app.project.id, tiktok, { problem, nextAt: null }, ago(5));
  return meta;
}

function row(counted: Counted, plan: (typeof plans)[number], chance: SeededRandom): SpendRow {
  const { ad_set_id, creative_id, keyword_id } = counted;
  const adSet = plan.adSets.find(({ id }) => id === ad_set_id);
  const amount = Math.round(counted.clicks * plan.cost * chance.between(0.9, 1.12) * 100) / 100;
  return {
    date: counted.day,
    campaign: counted.display_id,
    network_campaign_id: "",
    ad_set_id,
    ad_set_name: adSet?.name,
    creative_id,
    creative_name: adSet?.creatives.find(({ id }) => id === creative_id)?.name,
    keyword_id,
    keyword_name: adSet?.keywords?.find(({ id }) => id === keyword_id)?.name,
    platform: counted.platform,
    country: counted.country,
    amount,
    ...(inDollars.has(plan.network ?? "") ? { currency: "USD" } : {}),
    // Networks also count clicks that do not reach the link.
    ...(brokenDown.has(plan.network ?? "") && {
      impressions: Math.round(counted.clicks * chance.between(35, 60)),
      clicks: Math.round(counted.clicks * chance.between(1.02, 1.12)),
    }),
  };
}
