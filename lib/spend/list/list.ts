import type { z } from "zod";
import { statementText } from "@/db/client/statement-text";
import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { Refusal } from "@/lib/base/refusal";
import { knownNetworkCode } from "@/lib/campaigns/known-network";
import { keysetCsv } from "@/lib/platform/keyset";
import { shownRow } from "@/lib/platform/lists/schema";
import {
  deleteSpend,
  findSpend,
  type SpendRowFilter,
  shownSpend,
  sumSpend,
  sumSpendBy,
} from "@/lib/spend/list/queries";
import {
  type ListedSpendRow,
  type removeSpendBody,
  type SpendDimensions,
  type SpendFilter,
  type SpendQuery,
  type SpendView,
  spendCsvColumns,
  spendFields,
  type spendList,
  type spendSqlQuery,
  type spendSums,
  type sumsQuery,
} from "@/lib/spend/list/schema";
import { withSpendLock } from "@/lib/spend/store";

const spendFilterOf = async (
  { id }: Pick<Project, "id">,
  filter: Partial<z.output<typeof removeSpendBody>>,
): Promise<SpendRowFilter> => ({
  from: filter.from ?? null,
  to: filter.to ?? null,
  campaign: filter.campaign ?? null,
  network: (await knownNetworkCode(id, filter.network)) ?? null,
  import: filter.import ?? null,
  currency: filter.currency ?? null,
  adSet: filter.ad_set || null,
  creative: filter.creative || null,
  keyword: filter.keyword || null,
  platform: filter.platform ?? null,
  country: filter.country ?? null,
  part: filter.part ?? null,
});

export async function listSpend(project: Project, query: SpendQuery): Promise<z.output<typeof spendList>> {
  const filter = await spendFilterOf(project, query);
  const [rows, { any, ...totals }] = await Promise.all([
    findSpend(project.id, filter, query.before, query.limit + 1),
    sumSpend(project.id, filter),
  ]);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const next = rows.length > query.limit && last ? dimensionsText(spendDimensionsOf(last)) : null;
  return { rows: page.map(present), next, totals, any };
}

const maxSums = 400;

export async function spendSumsBy(
  project: Project,
  { by, ...query }: z.output<typeof sumsQuery>,
): Promise<z.output<typeof spendSums>> {
  const sums = await sumSpendBy(project.id, await spendFilterOf(project, query), by, maxSums + 1);
  return { sums: sums.slice(0, maxSums), cut: sums.length > maxSums };
}

const viewTitles = {
  day: "Spend by day",
  source: "Spend by source",
  row: "Rows of spend",
  total: "Spend in total",
} satisfies Record<SpendView, string>;

/** The statement that returns the figures of a view. */
export async function spendSql(project: Project, { by, ...query }: z.output<typeof spendSqlQuery>) {
  const statement = shownSpend(project, await spendFilterOf(project, query), by);
  return {
    sql: `-- ${viewTitles[by]}, with the filters of the screen.\n${statementText(statement)};`,
    left_out: [],
  };
}

const dimensionsText = (dimensions: SpendDimensions) =>
  Buffer.from(JSON.stringify(dimensions)).toString("base64url");

const present = (row: ListedSpendRow) =>
  shownRow(spendFields, { ...row, platform: row.platform || null, country: row.country || null });

const spendDimensionsOf = (row: ListedSpendRow): SpendDimensions => [
  row.day,
  row.campaign.id,
  row.ad_set?.id ?? "",
  row.creative?.id ?? "",
  row.keyword?.id ?? "",
  row.platform,
  row.country,
];

/** The newest matching rows as a file. */
export async function spendCsv(project: Project, query: SpendFilter): Promise<string> {
  const filter = await spendFilterOf(project, query);
  const find = (before: SpendDimensions | null, limit: number) =>
    findSpend(project.id, filter, before, limit);
  return keysetCsv(spendCsvColumns(project), find, spendDimensionsOf);
}

/** Deletes the rows that the member saw. If their number has changed, deletes none. */
export async function removeSpend(project: Project, body: z.output<typeof removeSpendBody>, by: Actor) {
  const { rows, ...request } = body;
  const filter = await spendFilterOf(project, request);
  const removed = await withSpendLock(() => deleteSpend(project.accountId, project.id, filter, rows, by));
  if (removed) return removed;
  const { rows: now } = await sumSpend(project.id, filter);
  if (now === 0) throw new Refusal("not_found", "These rows are no longer stored.");
  throw new Refusal(
    "wrong_state",
    `There are now ${now} rows, not ${rows}. Nothing was deleted. Review them and try again.`,
  );
}
