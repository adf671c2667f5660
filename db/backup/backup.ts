import { createReadStream } from "node:fs";
import { PassThrough, type Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type postgres from "postgres";
import { writeAtomically } from "@/db/atomic-file";
import { plainClient } from "@/db/client/plain-client";
import { CopyReader, copyIn, countNewlines, tableColumns, writeTo } from "@/db/copy-stream";
import { migration } from "@/db/migrate/migrate";
import { assignNumbersOfCell, findCellNumber } from "@/db/project-numbers";
import { dataTables, localTables, referenceTables } from "@/db/tables";
import { errorCode } from "@/lib/base/database-failure";
import { Refusal } from "@/lib/base/refusal";
import { version } from "@/lib/base/version";

/**
 * A backup is a gzip file of every table in COPY format, one after the other, all as of one moment. Making and
 * restoring it needs no other program, on any Postgres.
 */
const first = ["accounts", "members", "projects"];
/** Leases, cursors and sessions are not restored: sessions that were ended since the backup would be valid again. */
const left = new Set<string>(["task_leases", "page_ends", "sessions", "click_spools", "readiness_probes"]);
const tables = [...new Set([...first, ...referenceTables, ...localTables, ...dataTables])].filter(
  (name) => !left.has(name),
);

/** The header of backups of 0.1.0 does not name the version. */
type Header = {
  cairn_backup: 1;
  version?: string;
  made_at: string;
  migration: string;
  since: string | null;
  /** The facts about the key that the secrets were encrypted with, and about data that cannot be read without it. */
  secrets?: Secrets;
};

type Secrets = { key: string | null; credentials: number; erased: number };

/** Rows only fit the tables that they were written from. Only the backup records the version of those tables. */
function refuseOthers({ version: maker, migration: at }: Header): void {
  if (at === migration()) return;
  const by = maker ?? "0.1.0";
  throw new Refusal(
    "wrong_state",
    `This backup was made by Cairn ${by} (migration ${at}), but this is ${version} (migration ${migration()}). ` +
      `Restore it with ${by}, then upgrade.`,
  );
}

type Written = { rows: number; version: string };

/**
 * Backs up everything as of one moment, while other processes continue to write. The file appears whole or not at all.
 */
export async function backUp(file: string, now: Date, secrets?: Secrets): Promise<Written> {
  return writeAtomically(file, (to) => backUpInto(to, now, secrets));
}

/** Backs up into a stream. Its reader recognizes a complete backup by its last line and by the exit code. */
export async function backUpInto(to: Writable, now: Date, secrets?: Secrets): Promise<Written> {
  const on = plainClient();
  const out = new PassThrough();
  const stored = pipeline(out, createGzip({ level: 6 }), to);
  // The rejection is handled below, together with the await.
  stored.catch(() => {});
  try {
    const rows = await on.begin("isolation level repeatable read read only", async (tx) => {
      const [oldest] = await tx<{ since: string | null }[]>`
        select least((select min(clicked_at) from clicks), (select min(occurred_at) from events),
          (select min(occurred_at) from ad_revenue))::date::text as since`;
      const header: Header = {
        cairn_backup: 1,
        version,
        made_at: now.toISOString(),
        migration: migration(),
        since: oldest?.since ?? null,
        ...(secrets ? { secrets } : {}),
      };
      await writeTo(out, `${JSON.stringify(header)}\n`, stored);
      let total = 0;
      for (const table of tables) {
        const columns = await tableColumns(tx, table);
        await writeTo(out, `${JSON.stringify({ table, columns })}\n`, stored);
        const copy = await tx`copy (select ${tx(columns)} from ${tx(table)}) to stdout`.readable();
        for await (const chunk of copy as AsyncIterable<Buffer>) {
          total += countNewlines(chunk);
          await writeTo(out, chunk, stored);
        }
        // The driver stops reading its socket while this stream is full, and continues on the next read. If the last
        // rows filled it there would be no further read, and the next answer would never be received.
        copy._read(0);
        await writeTo(out, "\\.\n", stored);
      }
      await writeTo(out, `${JSON.stringify({ end: true, rows: total })}\n`, stored);
      return total;
    });
    out.end();
    await stored;
    return { rows, version };
  } catch (error) {
    out.destroy();
    await stored.catch(() => {});
    throw error;
  } finally {
    await on.end({ timeout: 5 });
  }
}

/** Stored for the alarm about missing backups. */
export async function recordBackup(): Promise<void> {
  const on = plainClient();
  try {
    await on`
      insert into task_leases (task, lease_until, last_ended_at, last_succeeded_at)
      values ('backup', now(), now(), now())
      on conflict (task) do update set last_ended_at = now(), last_succeeded_at = now()`;
  } catch (error) {
    // A replica can be backed up too, but this time cannot be stored there.
    if (errorCode(error) !== "25006") throw error;
  } finally {
    await on.end({ timeout: 5 });
  }
}

type Restored = { rows: number; made_at: string; made_by: string };

/** Restores into a migrated and empty database. It restores everything, or nothing if the file is incomplete. */
export async function restore(
  from: string | Readable,
  /** Rejects in order to leave everything unchanged. */
  consent: (secrets: Secrets) => Promise<void> = async () => {},
): Promise<Restored> {
  const on = plainClient();
  const [file, packed] = typeof from === "string" ? [from, createReadStream(from)] : ["What came in", from];
  const input = packed.pipe(createGunzip());
  // The reader gets the error too, but maybe later, and an unhandled event would end the process.
  input.on("error", () => {});
  packed.on("error", (error: Error) => input.destroy(error));
  const damaged = () =>
    new Refusal("invalid_request", `${file} is damaged or incomplete. Nothing was restored.`);
  const reading = new CopyReader(input, damaged);
  try {
    return await on.begin(async (tx) => {
      const header = JSON.parse(await reading.line()) as Header;
      if (header.cairn_backup !== 1) throw new Refusal("invalid_request", `${file} is not a Cairn backup.`);
      refuseOthers(header);
      const [used] = await tx<{ is: boolean }[]>`select exists (select 1 from accounts) as is`;
      if (used?.is)
        throw new Refusal("wrong_state", "This database is not empty. Restore the backup into an empty one.");
      // The answer may take the person at the keyboard a while.
      await tx`set local idle_in_transaction_session_timeout = 0`;
      if (header.secrets) await consent(header.secrets);
      await tx`delete from instance_settings`;
      if (header.since) {
        await tx`select make_month_partitions(${header.since}::text::date, (now() + interval '2 months')::date)`;
      }
      let rows = 0;
      for (;;) {
        const counted = JSON.parse(await reading.line()) as
          | { table: string; columns: string[] }
          | { end: true; rows: number };
        if ("end" in counted) {
          if (counted.rows !== rows) throw damaged();
          break;
        }
        if (!tables.includes(counted.table)) throw damaged();
        const counting = (count: number) => {
          rows += count;
        };
        await copyIn(tx, counted, reading.rows(counting));
        await goOnCounting(tx, counted.table);
      }
      await renumberTransactions(tx);
      const cell = await findCellNumber(tx);
      if (cell !== null) await assignNumbersOfCell(tx, cell);
      return { rows, made_at: header.made_at, made_by: header.version ?? "0.1.0" };
    });
  } catch (error) {
    const code = (error as { code?: string }).code ?? "";
    if (code.startsWith("Z_") || error instanceof SyntaxError) throw damaged();
    throw error;
  } finally {
    input.destroy();
    await on.end({ timeout: 5 });
  }
}

/**
 * Every cluster numbers its own transactions, so a row with a number of another cluster might wait forever. The rows of
 * the outbox and of `pending_reassignments` get the number of this transaction.
 */
async function renumberTransactions(tx: postgres.TransactionSql): Promise<void> {
  await tx`update pending_reassignments set xid = pg_current_xact_id()::text::bigint`;
  await tx`update outbox set xid = pg_current_xact_id()`;
  await tx`update listeners set read_xid = '0', read_id = '00000000-0000-0000-0000-000000000000'`;
}

/** New rows get IDs after the restored ones. */
async function goOnCounting(tx: postgres.TransactionSql, table: string): Promise<void> {
  await tx`
    select setval(s.name, greatest((xpath('/row/m/text()', query_to_xml(
      format('select coalesce(max(%I), 0) + 1 as m from %I', s.attname, ${table}::text),
      false, true, '')))[1]::text::bigint, 1), false)
    from (select attname, pg_get_serial_sequence(${table}::text, attname) as name from pg_attribute
      where attrelid = ${table}::text::regclass and attidentity <> '' and not attisdropped) s`;
  // Claims take their IDs from the sequence of domains.
  if (table === "domains" || table === "domain_claims") {
    await tx`
      select setval(pg_get_serial_sequence('domains', 'id'), greatest(
        (select coalesce(max(id), 0) from domains), (select coalesce(max(id), 0) from domain_claims)) + 1, false)`;
  }
}
