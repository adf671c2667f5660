import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import type { Cell } from "@/lib/base/csv";
import { isUuid } from "@/lib/base/ids";
import { networkLabel } from "@/lib/campaigns/networks";
import { dimensionFilterOf } from "@/lib/ledger/rows-queries";
import { cutPage, keysetCsv, spanOf } from "@/lib/platform/keyset";
import {
  type Filter,
  findInstalls,
  findKnown,
  findNamed,
  type InstallRow,
  type NamedRow,
} from "@/lib/reporting/lists/installs/queries";
import type { found, InstallFilter, InstallQuery, installList } from "@/lib/reporting/lists/installs/schema";
import { deviceIdOf } from "@/lib/traffic/device-ids";

const mostNamed = 100;

export async function installsPage(
  project: Project,
  query: InstallQuery,
): Promise<z.output<typeof installList>> {
  const filter = await filterOf(project, query);
  const rows = await findInstalls(project.id, filter, query.before, query.limit + 1);
  const { page, next } = cutPage(rows, query.limit, placeOf);
  return { installs: page.map(presentInstall), next };
}

const heads = [
  ...["Install ID", "Instance ID", "Installed at", "Kind", "Platform", "State", "Test", "Method", "Reason"],
  ...["Confidence", "Campaign", "Campaign display ID", "Network", "Clicked at", "App version", "OS version"],
  ...["Device", "Country", "User ID", "Fraud rules", "Withheld from networks"],
];

export async function installsCsv(project: Project, query: InstallFilter): Promise<string> {
  const filter = await filterOf(project, query);
  return keysetCsv(heads, cells, (before, limit) => findInstalls(project.id, filter, before, limit), placeOf);
}

const cells = (row: InstallRow): Cell[] => [
  ...[row.id, row.install_instance_id, row.installed_at, row.kind, row.platform, row.state, row.is_test],
  ...[row.method, row.reason, row.confidence, row.campaign?.name ?? null, row.campaign?.display_id ?? null],
  ...[networkLabel(row.network), row.clicked_at, row.app_version, row.os_version, row.device_model],
  ...[row.country, row.user_id, row.flags?.join(", ") ?? null, row.postbacks_held],
];

const placeOf = (row: InstallRow) => ({ at: row.installed_at, id: row.id });

async function filterOf(project: Project, query: InstallFilter): Promise<Filter> {
  const { search } = query;
  return {
    ...spanOf(project.timeZone, query),
    cells: dimensionFilterOf(query),
    network: query.network ?? null,
    kind: query.kind ?? null,
    platform: query.platform ?? null,
    method: query.method ?? null,
    reason: query.reason ?? null,
    state: query.state ?? null,
    suspicious: query.suspicious ?? null,
    country: query.country ?? null,
    touch: query.touch ?? null,
    counted: query.counted ?? null,
    ids: search ? (await installsNamed(project, search)).map((row) => row.id) : null,
  };
}

/** By an install id, instance id, device id, user id or click id. The best match first, each once. */
export async function installsNamed(project: Pick<Project, "id">, text: string): Promise<NamedRow[]> {
  if (!isText(text)) return [];
  const rows = await findNamed(project.id, { text, uuid: uuidOf(text), device: deviceIdOf(text) }, mostNamed);
  const seen = new Set<string>();
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id));
}

const foundBy: Record<NamedRow["found_by"], string> = {
  install: "install id",
  instance: "instance id",
  device: "device id",
  user: "user id",
  click: "the click that led to it",
};

/** What is called so; in words when it is no install. */
export async function findAnything(project: Project, text: string): Promise<z.output<typeof found>> {
  const named = await installsNamed(project, text);
  if (named.length === 0) return { installs: [], words: await nothing(project, text) };
  const filter = { ...nothingElse, ids: named.map(({ id }) => id) };
  const rows = await findInstalls(project.id, filter, null, mostNamed);
  const by = new Map(named.map((row) => [row.id, foundBy[row.found_by]]));
  return {
    installs: rows.map((row) => ({ ...presentInstall(row), found_by: by.get(row.id) ?? "" })),
    words: null,
  };
}

const nothingElse: Filter = {
  ...{ start: null, end: null, cells: dimensionFilterOf({}), network: null, kind: null, platform: null },
  ...{ method: null, reason: null, state: null, suspicious: null, country: null, ids: null },
  ...{ touch: null, counted: null },
};

async function nothing(project: Project, text: string): Promise<string> {
  const known = isText(text) ? await findKnown(project.id, text, uuidOf(text)) : null;
  if (known?.user_at)
    return "This user was identified, but on no install that is known: the app sent trigger without an install_instance_id, or never sent init.";
  if (known?.identity_at)
    return "Somebody signed in on this instance, but it never sent init, so there is no install.";
  if (known?.click_at) return "This is a click. It has led to no install.";
  return "Nothing is known of this. It is the id of no install, instance, device, user or click in this project.";
}

const isText = (text: string) => !text.includes("\u0000") && text.isWellFormed();
const uuidOf = (text: string) => (isUuid(text) ? text.toLowerCase() : null);

export const presentInstall = (row: InstallRow) => ({
  id: row.id,
  install_instance_id: row.install_instance_id,
  installed_at: row.installed_at.toISOString(),
  kind: row.kind,
  platform: row.platform,
  state: row.state,
  is_test: row.is_test,
  method: row.method,
  reason: row.reason,
  confidence: row.confidence,
  network: row.network,
  campaign: row.campaign,
  clicked_at: row.clicked_at?.toISOString() ?? null,
  app_version: row.app_version,
  os_version: row.os_version,
  device_model: row.device_model,
  country: row.country,
  user_id: row.user_id,
  flags: row.flags ?? [],
  postbacks_held: row.postbacks_held,
});
