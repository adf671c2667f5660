import { blockLimits } from "@/lib/attribution/blocks/schema";
import { Refusal } from "@/lib/base/refusal";
import { readTable, UnreadableSheet } from "@/lib/platform/sheet";
import { runInSteps } from "@/lib/platform/steps";

export type BlockSheetRow = {
  line: number;
  /** The cells as typed, by field. */
  values: Record<string, string>;
  /** The cells as a request would send them. */
  input: Record<string, unknown>;
};

/** The columns of a sheet, and the headers that mean them. */
const columns: Record<string, readonly string[]> = {
  kind: ["kind", "type"],
  value: ["value", "publisher", "publisher id", "site id", "siteid"],
  network: ["network", "media source", "partner"],
  action: ["action"],
  max_installs: ["max installs", "limit"],
  per_hours: ["per hours", "hours"],
  reason: ["reason", "note", "comment"],
  starts_at: ["starts at", "start"],
  ends_at: ["ends at", "end"],
};

const fieldOf = (header: string): string | null => {
  const name = header.trim().toLowerCase().replaceAll("_", " ");
  return Object.keys(columns).find((field) => columns[field]!.includes(name)) ?? null;
};

const kinds: Record<string, string> = {
  "ip range": "address",
  ip: "address",
  "app version": "app_version",
  system: "os",
};

const numberOf = (text: string) => (/^\d+$/.test(text) ? Number(text) : text);

/** Empty cells have a default: a publisher that is not attributed any more. */
function inputOf(values: Record<string, string>): Record<string, unknown> {
  const kind = (values.kind ?? "publisher").toLowerCase();
  return {
    ...values,
    kind: kinds[kind] ?? kind,
    action: (values.action ?? "reject").toLowerCase(),
    ...(values.max_installs && { max_installs: numberOf(values.max_installs) }),
    ...(values.per_hours && { per_hours: numberOf(values.per_hours) }),
  };
}

/** Reads pasted or uploaded text with a line of column names. */
export async function readBlockSheet(text: string): Promise<{ ignored: string[]; rows: BlockSheetRow[] }> {
  try {
    const { header, lines } = await runInSteps(readTable(text, (name) => fieldOf(name) !== null));
    const fields = header.cells.map(fieldOf);
    const missing = ["value", "reason"].find((name) => !fields.includes(name));
    if (missing)
      throw new Refusal(
        "file_unreadable",
        `The column "${missing}" is missing. The first line must contain the column names.`,
      );
    if (lines.length > blockLimits.rows)
      throw new Refusal("file_unreadable", `A sheet has at most ${blockLimits.rows} entries. Split it.`);
    const rows = lines.map(({ line, cells }) => {
      const values = Object.fromEntries(
        fields.flatMap((field, i) => {
          const cell = cells[i]?.trim() ?? "";
          return field === null || cell === "" ? [] : [[field, cell]];
        }),
      );
      return { line, values, input: inputOf(values) };
    });
    if (rows.length === 0)
      throw new Refusal("file_unreadable", "The sheet has no entries below the column names.");
    const ignored = header.cells.filter((name, i) => fields[i] === null && name.trim() !== "");
    return { ignored, rows };
  } catch (error) {
    if (error instanceof UnreadableSheet) throw new Refusal("file_unreadable", error.message);
    throw error;
  }
}
