import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import {
  type BlockEntryRow,
  deleteBlockEntry,
  endBlockEntry,
  findSameEntries,
  insertBlockEntries,
  listBlockEntries,
  type NewBlockEntry,
} from "@/lib/attribution/blocks/queries";
import { readBlockValue } from "@/lib/attribution/blocks/read";
import {
  type BlockInput,
  type BlockSheetPreview,
  blockInput,
  blockLimits,
  type blockSheetAdded,
  type ShownBlockEntry,
} from "@/lib/attribution/blocks/schema";
import { type BlockSheetRow, readBlockSheet } from "@/lib/attribution/blocks/sheet";
import type { BlockKind } from "@/lib/attribution/fraud/blocks";
import { addDays } from "@/lib/base/days";
import { Refusal } from "@/lib/base/refusal";
import { networkReader } from "@/lib/campaigns/known-network";
import { unknownNetworkText } from "@/lib/campaigns/network-name";
import { timeRangeOf } from "@/lib/platform/keyset";

type Made = { by: Actor; now: Date };
type ReadNetwork = (name: string) => string | null;
type Problem = { field: keyof BlockInput; message: string };

const of = ({ accountId, id }: Project) => ({ accountId, projectId: id });
const keyOf = ({ kind, value, network }: { kind: string; value: string; network: string | null }) =>
  JSON.stringify([kind, value, network]);

const repeatedText = "The list has this entry already.";
const tooManyText = `A project can have at most ${blockLimits.entries.toLocaleString("en-US")} entries, and ${blockLimits.addresses} of them IP ranges. Delete ended ones.`;

const present = (row: BlockEntryRow): ShownBlockEntry => ({
  ...row,
  created_at: row.created_at.toISOString(),
  starts_at: row.starts_at.toISOString(),
  ends_at: row.ends_at?.toISOString() ?? null,
});

export async function showBlockList(project: Project, kind: BlockKind | undefined) {
  return { entries: (await listBlockEntries(project.id, kind ?? null)).map(present) };
}

/** Days are in the project's time zone, and the last one is included. */
function periodOf({ starts_at, ends_at }: BlockInput, timeZone: string, now: Date) {
  const isWhole = (text: string) => text.length === 10;
  const startOf = (text: string) =>
    isWhole(text) ? timeRangeOf(timeZone, { from: text, to: null }).start! : new Date(text);
  const endOf = (text: string) =>
    isWhole(text) ? timeRangeOf(timeZone, { from: addDays(text, 1), to: null }).start! : new Date(text);
  return { starts_at: starts_at ? startOf(starts_at) : now, ends_at: ends_at ? endOf(ends_at) : null };
}

/** The entry to store, or the first problem with its fields. */
function entryOf(
  input: BlockInput,
  { readNetwork, timeZone, now }: { readNetwork: ReadNetwork; timeZone: string; now: Date },
): NewBlockEntry | Problem {
  const { kind, action, reason } = input;
  const network = input.network ? readNetwork(input.network) : null;
  if (input.network && network === null) return { field: "network", message: unknownNetworkText };
  const isNetworks = kind === "network" || kind === "server_clicks";
  const named = isNetworks ? readNetwork(input.value) : null;
  if (isNetworks && named === null) return { field: "value", message: unknownNetworkText };
  const read = readBlockValue(kind, named ?? input.value);
  if ("problem" in read) return { field: "value", message: read.problem };
  const { starts_at, ends_at } = periodOf(input, timeZone, now);
  if (ends_at !== null && ends_at <= starts_at)
    return { field: "ends_at", message: "The end must be after the start." };
  return {
    kind,
    value: read.value,
    network: isNetworks ? null : network,
    action,
    max_installs: input.max_installs ?? null,
    per_hours: input.max_installs ? (input.per_hours ?? 24) : null,
    reason,
    starts_at,
    ends_at,
  };
}

export async function addBlockEntry(project: Project, input: BlockInput, { by, now }: Made) {
  const readNetwork = await networkReader(project.id, [input.network, input.value]);
  const entry = entryOf(input, { readNetwork, timeZone: project.timeZone, now });
  if ("field" in entry)
    throw new Refusal("invalid_request", entry.message, { fields: { [entry.field]: entry.message } });
  const known = new Set((await findSameEntries(project.id, now)).map(keyOf));
  if (known.has(keyOf(entry)))
    throw new Refusal("already_exists", repeatedText, { fields: { value: repeatedText } });
  const [row] = await insertBlockEntries(of(project), [entry], by, now);
  if (!row) throw new Refusal("limit_reached", tooManyText);
  return { entry: present(row) };
}

export async function endEntry(project: Project, id: number, { by, now }: Made) {
  const row = await endBlockEntry(of(project), id, by, now);
  if (!row) throw new Refusal("not_found", "Not found.");
  return { entry: present(row) };
}

export async function removeEntry(project: Project, id: number, by: Actor) {
  if (!(await deleteBlockEntry(of(project), id, by))) throw new Refusal("not_found", "Not found.");
  return { id };
}

/** Previews the entries of a sheet. Stores no data. */
export async function previewBlockSheet(
  project: Project,
  text: string,
  now: Date,
): Promise<BlockSheetPreview> {
  const { ignored, checked } = await checkSheet(project, text, now);
  const rows = checked.map(({ row: { line, values }, problems }) => ({ line, values, problems }));
  return { ignored, rows, ready: rows.every(({ problems }) => problems.length === 0) };
}

/** Adds all entries of a sheet in one statement, or none if one has a problem. */
export async function addBlockSheet(
  project: Project,
  text: string,
  { by, now }: Made,
): Promise<z.output<typeof blockSheetAdded>> {
  const { checked } = await checkSheet(project, text, now);
  const wrong = checked.find(({ entry }) => entry === null);
  if (wrong) throw new Refusal("invalid_request", `Line ${wrong.row.line}: ${wrong.problems[0]}`);
  const entries = checked.flatMap(({ entry }) => entry ?? []);
  const added = await insertBlockEntries(of(project), entries, by, now);
  if (added.length === 0) throw new Refusal("limit_reached", tooManyText);
  return { added: added.length };
}

type Checked = { row: BlockSheetRow; entry: NewBlockEntry | null; problems: string[] };

async function checkSheet(project: Project, text: string, now: Date) {
  const { ignored, rows } = await readBlockSheet(text);
  const readNetwork = await networkReader(
    project.id,
    rows.flatMap(({ values: { network, value } }) => [network, value]),
  );
  const seen = new Set((await findSameEntries(project.id, now)).map(keyOf));
  const checked = rows.map((row): Checked => {
    const wrong = (problems: string[]) => ({ row, entry: null, problems });
    const parsed = blockInput.safeParse(row.input);
    if (!parsed.success) return wrong(parsed.error.issues.map(({ message }) => message));
    const entry = entryOf(parsed.data, { readNetwork, timeZone: project.timeZone, now });
    if ("field" in entry) return wrong([entry.message]);
    if (seen.has(keyOf(entry))) return wrong([repeatedText]);
    seen.add(keyOf(entry));
    return { row, entry, problems: [] };
  });
  return { ignored, checked };
}
