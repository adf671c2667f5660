import type { z } from "zod";
import type { Project } from "@/lib/access/project";
import { type ClickRow, type Filter, findClicks } from "@/lib/clicks/explore/queries";
import type { ClickFilter, ClickQuery, clickList } from "@/lib/clicks/explore/schema";
import { type Cell, csvLines } from "@/lib/csv";
import { networkLabel } from "@/lib/installs/explore/list";
import { cutPage, exported, inParts, spanOf } from "@/lib/listing";

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
  const parts = [csvLines([heads])];
  const find = (before: Parameters<typeof findClicks>[2], limit: number) =>
    findClicks(project.id, filter, before, limit);
  for await (const rows of inParts(find, placeOf, exported)) parts.push(csvLines(rows.map(cells)));
  return parts.join("");
}

const cells = (row: ClickRow): Cell[] => [
  ...[row.id, row.clicked_at, row.kind, row.campaign?.name ?? null, row.campaign?.display_id ?? null],
  ...[networkLabel(row.network), row.ad_set, row.creative, row.keyword, row.platform, row.device],
  ...[row.browser, row.country, row.not_counted, row.is_test, row.install_id],
];

const placeOf = (row: ClickRow) => ({ at: row.clicked_at, id: row.id });

const filterOf = (project: Project, query: ClickFilter): Filter => ({
  ...spanOf(project.timeZone, query),
  campaign: query.campaign ?? null,
  kind: query.kind ?? null,
  counted: query.counted ?? null,
  platform: query.platform ?? null,
  adSet: query.ad_set ?? null,
  creative: query.creative ?? null,
  keyword: query.keyword ?? null,
});
