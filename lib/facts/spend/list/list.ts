import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { type Cell, csvLines } from "@/lib/base/csv";
import { currencyDigits } from "@/lib/base/money";
import { Refusal } from "@/lib/base/refusal";
import { networkOfCode } from "@/lib/campaigns/networks";
import {
  deleteSpend,
  type Filter,
  findSpend,
  type SpendListRow,
  sumSpend,
  sumSpendBy,
} from "@/lib/facts/spend/list/queries";
import type {
  removeBody,
  SpendFilter,
  SpendPlace,
  SpendQuery,
  spendList,
  spendSums,
  sumsQuery,
} from "@/lib/facts/spend/list/schema";
import { alone } from "@/lib/facts/spend/store";

const filterOf = (query: SpendFilter): Filter => ({
  from: query.from,
  to: query.to,
  campaign: query.campaign ?? null,
  network: query.network ?? null,
  import: query.import ?? null,
  currency: query.currency ?? null,
  adSet: query.ad_set || null,
  creative: query.creative || null,
  keyword: query.keyword || null,
  platform: query.platform ?? null,
  part: null,
});

export async function spendPage(project: Project, query: SpendQuery): Promise<z.output<typeof spendList>> {
  const filter = filterOf(query);
  const [rows, { any, ...totals }] = await Promise.all([
    findSpend(project.id, filter, query.before, query.limit + 1),
    sumSpend(project.id, filter),
  ]);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const next = rows.length > query.limit && last ? placeText(placeOf(last)) : null;
  return { rows: page.map(present), next, totals, any };
}

const mostSums = 400;

export async function spendSumsBy(
  project: Project,
  { by, ...query }: z.output<typeof sumsQuery>,
): Promise<z.output<typeof spendSums>> {
  const sums = await sumSpendBy(project.id, filterOf(query), by, mostSums + 1);
  return { sums: sums.slice(0, mostSums), cut: sums.length > mostSums };
}

const placeText = (place: SpendPlace) => Buffer.from(JSON.stringify(place)).toString("base64url");

const placeOf = (row: SpendListRow): SpendPlace => [
  ...([row.day, row.campaign.id, row.ad_set?.id ?? "", row.creative?.id ?? ""] as const),
  ...([row.keyword?.id ?? "", row.platform] as const),
];

const present = ({ platform, updated_at, ...row }: SpendListRow) => ({
  ...row,
  platform: platform || null,
  updated_at: updated_at.toISOString(),
});

const heads = [
  ...["Date", "Campaign", "Campaign display ID", "Network", "Ad set ID", "Ad set", "Creative ID", "Creative"],
  ...["Keyword ID", "Keyword", "Platform"],
];

const mostExported = 100_000;
const atOnce = 5_000;

/** The newest of what matches, as a file. */
export async function spendCsv(project: Project, query: SpendFilter): Promise<string> {
  const filter = filterOf(query);
  const own = 10 ** currencyDigits(project.currency);
  const parts = [
    csvLines([[...heads, `Spend (${project.currency})`, "Told amount", "Told currency", "Source"]]),
  ];
  const cells = (row: SpendListRow): Cell[] => [
    ...[row.day, row.campaign.name, row.campaign.display_id, networkName(row.campaign.network)],
    ...[
      row.ad_set?.id ?? null,
      row.ad_set?.name ?? null,
      row.creative?.id ?? null,
      row.creative?.name ?? null,
    ],
    ...[row.keyword?.id ?? null, row.keyword?.name ?? null, row.platform, row.amount_minor / own],
    ...[row.original_minor / 10 ** currencyDigits(row.currency), row.currency, row.import?.name ?? null],
  ];
  let before: SpendPlace | null = null;
  for (let given = 0; given < mostExported; given += atOnce) {
    const rows: SpendListRow[] = await findSpend(project.id, filter, before, atOnce);
    parts.push(csvLines(rows.map(cells)));
    const last = rows.at(-1);
    if (!last || rows.length < atOnce) break;
    before = placeOf(last);
  }
  return parts.join("");
}

const networkName = (code: string | null) => (code === null ? null : (networkOfCode(code)?.label ?? code));

/** Deletes what was seen; if it is not that many rows any more, nothing. */
export async function removeSpend(project: Project, body: z.output<typeof removeBody>, by: Actor) {
  const { rows, ...asked } = body;
  const filter: Filter = {
    from: asked.from ?? null,
    to: asked.to ?? null,
    campaign: asked.campaign ?? null,
    network: asked.network ?? null,
    import: asked.import ?? null,
    currency: asked.currency ?? null,
    adSet: asked.ad_set || null,
    creative: asked.creative || null,
    keyword: asked.keyword || null,
    platform: asked.platform ?? null,
    part: asked.part ?? null,
  };
  const removed = await alone(() => deleteSpend(project.accountId, project.id, filter, rows, by));
  if (removed) return removed;
  const { rows: now } = await sumSpend(project.id, filter);
  if (now === 0) throw new Refusal(404, "None of this is stored any more.");
  throw new Refusal(409, `Meanwhile there are ${now} rows, not ${rows}. Nothing was deleted; look again.`);
}
