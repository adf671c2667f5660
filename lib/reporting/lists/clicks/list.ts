import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import type { Cell } from "@/lib/base/csv";
import { dimensionFilterOf } from "@/lib/ledger/rows-queries";
import { cutPage, keysetCsv, spanOf } from "@/lib/platform/keyset";
import { type ClickRow, type Filter, findClicks } from "@/lib/reporting/lists/clicks/queries";
import type { ClickFilter, ClickQuery, clickList } from "@/lib/reporting/lists/clicks/schema";
import { networkLabel } from "@/lib/reporting/lists/installs/list";

export async function clicksPage(project: Project, query: ClickQuery): Promise<z.output<typeof clickList>> {
  const rows = await findClicks(project.id, filterOf(project, query), query.before, query.limit + 1);
  const { page, next } = cutPage(rows, query.limit, placeOf);
  return { clicks: page.map((row) => ({ ...row, clicked_at: row.clicked_at.toISOString() })), next };
}

const heads = [
  ...["Click ID", "Clicked at", "Kind", "Campaign", "Campaign display ID", "Network", "Ad set", "Creative"],
  ...["Keyword", "Platform", "Device", "Browser", "Country", "Not counted", "Test", "Install ID"],
];

export async function clicksCsv(project: Project, query: ClickFilter): Promise<string> {
  const filter = filterOf(project, query);
  return keysetCsv(heads, cells, (before, limit) => findClicks(project.id, filter, before, limit), placeOf);
}

const cells = (row: ClickRow): Cell[] => [
  ...[row.id, row.clicked_at, row.kind, row.campaign?.name ?? null, row.campaign?.display_id ?? null],
  ...[networkLabel(row.network), row.ad_set, row.creative, row.keyword, row.platform, row.device],
  ...[row.browser, row.country, row.not_counted, row.is_test, row.install_id],
];

const placeOf = (row: ClickRow) => ({ at: row.clicked_at, id: row.id });

const filterOf = (project: Project, query: ClickFilter): Filter => ({
  ...spanOf(project.timeZone, query),
  cells: dimensionFilterOf(query),
  kind: query.kind ?? null,
  counted: query.counted ?? null,
  platform: query.platform ?? null,
});
