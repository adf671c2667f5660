import { z } from "zod";
import { movedTables } from "@/lib/moving/tables";

/**
 * What a project travels as, packed with gzip: one line of JSON that says what comes, each table's rows as COPY writes
 * them, without the columns that the other instance fills in, and a last line by which it is known that all of it came.
 * Of a project that goes on meanwhile rounds follow the facts: for each table that changed, the keys of rows that are
 * gone, and rows that are new. A row that changed is both.
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

export const header = z.object({
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
  /** By which it is known whether hashes that were made with the key mean something here, too. */
  key: z.string(),
  erased: count,
});
export type Header = z.output<typeof header>;

const columns = z.array(z.string());
const rows = z.object({ table, columns });
const deleted = z.object({ gone: table, columns });
const round = z.object({ round: z.literal(true), since });

/** How the project is in the end, who the last tables name, and what is sealed in them. */
const company = z.object({
  project,
  people: z.array(person),
  secrets: z.array(z.object({ table: z.string(), of: z.string(), encrypted: z.string() })),
  /** Secrets that could not be read where they come from. */
  unreadable: count,
});
export type Company = z.output<typeof company>;

const end = z.object({ end: z.literal(true), rows: z.record(z.string(), count), sha256: z.string() });

export const part = z.union([rows, deleted, round, company, end]);
