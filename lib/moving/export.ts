import { createHash, randomUUID } from "node:crypto";
import { PassThrough, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type postgres from "postgres";
import { endOfRows, newlines, write } from "@/db/copy-stream";
import { migration } from "@/db/migrate";
import { plainClient } from "@/db/plain-client";
import type { Project } from "@/lib/accounts/access/project";
import { whenQuiet } from "@/lib/accounts/projects/move/move";
import { Refusal } from "@/lib/base/refusal";
import { version } from "@/lib/base/version";
import {
  copyOut,
  findPeople,
  findProjectFacts,
  findSealed,
  noteExported,
  type ProjectFacts,
  writeAlike,
} from "@/lib/moving/export-queries";
import { keyOfInstance, keyOfPassphrase, metaKey, proofOfKey, sealForExport } from "@/lib/moving/sealed";
import type { Company, Header } from "@/lib/moving/stream";
import { factTables, lastTables } from "@/lib/moving/tables";
import { fingerprint } from "@/lib/privacy/secrets/encryption-key";

export type Exported = { rows: number; unreadable: number };

type Wanted = {
  now: Date;
  /** What the secrets are sealed with; null for this instance's ENCRYPTION_KEY, which the other one has as well. */
  passphrase: string | null;
  progress(line: string): void;
  /** For how long a held project may still store what was under way. */
  quietSeconds?: number;
};

/** Writes everything of a project as of one moment, while others go on writing. */
export async function exportProject(project: Project, to: Writable, wanted: Wanted): Promise<Exported> {
  const say = (seconds: number) =>
    wanted.progress(`The project is held. What is under way has ended in ${seconds} seconds.`);
  await whenQuiet(project, say, wanted.quietSeconds);
  const on = plainClient();
  const out = new PassThrough();
  const stored = pipeline(out, createGzip({ level: 3 }), to);
  // The rejection is handled below, where the promise is awaited.
  stored.catch(() => {});
  try {
    const exported = await on.begin("isolation level repeatable read read only", (tx) =>
      writeProject(tx, project, new Writing(out, stored), wanted),
    );
    out.end();
    await stored;
    await noteExported(project);
    return exported;
  } catch (error) {
    out.destroy();
    await stored.catch(() => {});
    throw error;
  } finally {
    await on.end({ timeout: 5 });
  }
}

/** Sums up what is written, so that whoever reads it knows that it is this. */
class Writing {
  readonly #hash = createHash("sha256");
  readonly #to: Writable;
  readonly #stored: Promise<void>;

  constructor(to: Writable, stored: Promise<void>) {
    this.#to = to;
    this.#stored = stored;
  }

  async bytes(chunk: string | Buffer): Promise<void> {
    this.#hash.update(chunk);
    await write(this.#to, chunk, this.#stored);
  }

  line = (value: object) => this.bytes(`${JSON.stringify(value)}\n`);

  sum = () => this.#hash.copy().digest("hex");
}

async function writeProject(
  tx: postgres.TransactionSql,
  project: Project,
  to: Writing,
  wanted: Wanted,
): Promise<Exported> {
  await writeAlike(tx);
  const facts = await findProjectFacts(tx, project.id);
  if (!facts) throw new Refusal(404, "The project was deleted meanwhile.");
  const id = randomUUID();
  const { passphrase } = wanted;
  const key = passphrase === null ? keyOfInstance(id) : keyOfPassphrase(passphrase, id);
  const { metaKey: _, ...told } = facts;
  await to.line({
    cairn_project: 1,
    export_id: id,
    version,
    migration: migration(),
    made_at: wanted.now.toISOString(),
    ...told,
    secrets: {
      sealed_with: passphrase === null ? "ENCRYPTION_KEY" : "passphrase",
      proof: proofOfKey(id, key),
    },
    key: fingerprint(),
  } satisfies Header);
  const rows: Record<string, number> = {};
  for (const table of factTables) rows[table] = await writeTable(tx, table, project, to, wanted);
  const company = await companyOf(tx, project, facts, key);
  await to.line(company);
  for (const table of lastTables) rows[table] = await writeTable(tx, table, project, to, wanted);
  await to.line({ end: true, rows, sha256: to.sum() });
  return {
    rows: Object.values(rows).reduce((sum, count) => sum + count, 0),
    unreadable: company.unreadable,
  };
}

async function companyOf(
  tx: postgres.TransactionSql,
  project: Project,
  { metaKey: sealedMetaKey }: ProjectFacts,
  key: Buffer,
): Promise<Company> {
  const found = await findSealed(tx, project.id);
  const all = sealedMetaKey ? [...found, { column: metaKey, of: "", sealed: sealedMetaKey }] : found;
  const secrets = all.map(({ column, ...row }) => sealForExport(column, row, project.id, key));
  const readable = secrets.filter((secret) => secret !== null);
  return {
    people: await findPeople(tx, project),
    secrets: readable,
    unreadable: secrets.length - readable.length,
  };
}

async function writeTable(
  tx: postgres.TransactionSql,
  table: string,
  project: Project,
  to: Writing,
  { progress }: Wanted,
): Promise<number> {
  const { columns, rows } = await copyOut(tx, table, project.id);
  await to.line({ table, columns });
  let count = 0;
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    count += newlines(chunk);
    await to.bytes(chunk);
  }
  // As in a backup: the driver would not go on reading its socket if the last rows filled the stream.
  rows._read(0);
  await to.bytes(endOfRows);
  if (count > 0) progress(`${table}: ${count.toLocaleString("en")}`);
  return count;
}
