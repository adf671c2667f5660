import { z } from "zod";
import { movedTables } from "@/lib/moving/tables";

/**
 * The format of an export, compressed with gzip. It begins with a line of JSON that describes it. Then each table's
 * rows follow in COPY format, without the columns that the importing instance fills in. The last line proves that the
 * export is complete.
 *
 * For an active project, rounds follow the facts. A round has, for each changed table, the keys of deleted rows and the
 * new rows. A changed row is in both.
 */
const count = z.number().int().nonnegative();
const table = z.enum(movedTables as [string, ...string[]]);

const person = z.object({ id: z.number().int(), email: z.string(), role: z.string().nullable() });
export type MovedPerson = z.output<typeof person>;

/** The row of the project, without secrets. */
const project = z.looseObject({
  id: z.number().int(),
  name: z.string(),
  slug: z.string(),
  created_at: z.string(),
  settings: z.record(z.string(), z.unknown()),
});

/** The month of the oldest click or event. */
const since = z.iso.date().nullable();

export const exportHeader = z.object({
  cairn_project: z.literal(1),
  export_id: z.uuid(),
  version: z.string(),
  migration: z.string(),
  made_at: z.iso.datetime(),
  project,
  tokens: z.array(z.string()),
  hosts: z.array(z.string()),
  since,
  secrets: z.object({ encrypted_with: z.enum(["passphrase", "ENCRYPTION_KEY"]), proof: z.string() }),
  /** Shows if hashes that were made with the key are valid on the other instance. */
  key: z.string(),
  erased: count,
});
export type ExportHeader = z.output<typeof exportHeader>;

const columns = z.array(z.string());
const rows = z.object({ table, columns });
const deleted = z.object({ gone: table, columns });
const round = z.object({ round: z.literal(true), since });

/** The final state of the project, the people in the last tables, and the encrypted secrets of those tables. */
const company = z.object({
  project,
  people: z.array(person),
  secrets: z.array(z.object({ table: z.string(), of: z.string(), encrypted: z.string() })),
  /** The number of secrets that the source instance could not decrypt. */
  unreadable: count,
});
export type ExportedCompany = z.output<typeof company>;

const end = z.object({ end: z.literal(true), rows: z.record(z.string(), count), sha256: z.string() });

export const streamPart = z.union([rows, deleted, round, company, end]);
