import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import type { Cell } from "@/lib/base/csv";
import { dimensionFilterOf } from "@/lib/ledger/rows-queries";
import { cutPage, keysetCsv, mostCounted, spanOf } from "@/lib/platform/keyset";
import { instancesFor } from "@/lib/reporting/lists/installs/instances";
import { networkLabel } from "@/lib/reporting/lists/installs/list";
import { countSignUps, type Filter, findSignUps, type SignUpRow } from "@/lib/reporting/lists/users/queries";
import type { SignUpFilter, SignUpQuery, signUpList, signUpTotals } from "@/lib/reporting/lists/users/schema";

export async function signUpsPage(
  project: Project,
  query: SignUpQuery,
): Promise<z.output<typeof signUpList>> {
  const filter = await filterOf(project, query);
  const rows = await findSignUps(project.id, filter, query.before, query.limit + 1);
  const { page, next } = cutPage(rows, query.limit, placeOf);
  return { sign_ups: page.map((row) => ({ ...row, signed_up_at: row.signed_up_at.toISOString() })), next };
}

export async function signUpsTotals(
  project: Project,
  query: SignUpFilter,
): Promise<z.output<typeof signUpTotals>> {
  const count = await countSignUps(project.id, await filterOf(project, query), mostCounted + 1);
  return { count: Math.min(count, mostCounted), more: count > mostCounted };
}

const heads = [
  ...["User ID", "Signed up at", "Campaign", "Campaign display ID", "Network", "Ad set", "Creative"],
  ...["Keyword", "Platform", "Install ID", "Instance ID", "Test"],
];

export async function signUpsCsv(project: Project, query: SignUpFilter): Promise<string> {
  const filter = await filterOf(project, query);
  return keysetCsv(heads, cells, (before, limit) => findSignUps(project.id, filter, before, limit), placeOf);
}

const cells = (row: SignUpRow): Cell[] => [
  ...[row.id, row.signed_up_at, row.campaign?.name ?? null, row.campaign?.display_id ?? null],
  ...[networkLabel(row.network), row.ad_set, row.creative, row.keyword, row.platform, row.install_id],
  ...[row.install_instance_id, row.is_test],
];

const placeOf = (row: SignUpRow) => ({ at: row.signed_up_at, id: row.id });

async function filterOf(project: Project, query: SignUpFilter): Promise<Filter> {
  const cells = dimensionFilterOf(query);
  return {
    ...spanOf(project.timeZone, query),
    cells,
    platform: query.platform ?? null,
    counted: query.counted ?? null,
    user: query.user || null,
    instances: await instancesFor(project, cells),
  };
}
