import { randomUUID } from "node:crypto";
import type { Writable } from "node:stream";
import type postgres from "postgres";
import { plainClient } from "@/db/client/plain-client";
import { migration } from "@/db/migrate/migrate";
import type { Project } from "@/lib/accounts/access/project";
import { commandLine } from "@/lib/accounts/audit/actor";
import { Refusal } from "@/lib/base/refusal";
import { version } from "@/lib/base/version";
import { refuseSilentSpools, whenDrained } from "@/lib/moving/drain";
import {
  encryptForExport,
  keyOfInstance,
  keyOfPassphrase,
  metaKeyColumn,
  proofOfKey,
} from "@/lib/moving/encrypted-columns";
import {
  copyOut,
  findEncryptedSecrets,
  findPeople,
  findProjectFacts,
  fixValueFormats,
  recordExport,
} from "@/lib/moving/export-queries";
import { type FollowRound, ProjectFollow } from "@/lib/moving/follow";
import { countRows } from "@/lib/moving/import-queries";
import type { ExportedCompany, ExportHeader } from "@/lib/moving/stream";
import { factTables, lastTables } from "@/lib/moving/tables";
import { ExportWriter } from "@/lib/moving/writer";
import { keyFingerprint } from "@/lib/privacy/secrets/encryption-key";
import { freezeProject, releaseProject } from "@/lib/projects/move/move";

export type Exported = { rows: number; unreadable: number };

type ExportOptions = {
  now: Date;
  /** Encrypts the secrets; null for this instance's ENCRYPTION_KEY, which the other instance must have as well. */
  passphrase: string | null;
  progress(line: string): void;
  /** Do not wait for machines with clicks that have stopped reporting. */
  withoutSpools?: boolean;
  /**
   * The project stays active while it is sent, and changes are sent in further rounds. Called after each round; when it
   * returns true, the project is frozen and the rest is sent.
   */
  switchAfter?: (left: FollowRound) => Promise<boolean>;
};

/** Identifies this export to the importing instance, and defines how its secrets are encrypted. */
type Sealing = { id: string; passphrase: string | null; key: Buffer };

type Step = { project: Project; to: ExportWriter; options: ExportOptions; sealing: Sealing };

/** Writes everything of a project as of one moment, while others go on writing. */
export async function exportProject(
  project: Project,
  to: Writable,
  options: ExportOptions,
): Promise<Exported> {
  const { passphrase } = options;
  const id = randomUUID();
  const key = passphrase === null ? keyOfInstance(id) : keyOfPassphrase(passphrase, id);
  const on = plainClient();
  const writing = new ExportWriter(to);
  const step: Step = { project, to: writing, options, sealing: { id, passphrase, key } };
  try {
    // A frozen project does not change, so no rounds are needed.
    const exported = await (options.switchAfter && !project.frozen
      ? writeFollowing(on, step, options.switchAfter)
      : writeQuiet(on, step, null));
    await recordExport(project);
    return exported;
  } catch (error) {
    await writing.giveUp();
    throw error;
  } finally {
    await on.end({ timeout: 5 });
  }
}

async function writeFollowing(
  on: postgres.Sql,
  step: Step,
  isTime: (left: FollowRound) => Promise<boolean>,
): Promise<Exported> {
  const { project, options } = step;
  const { progress } = options;
  const follow = await ProjectFollow.begin(on, project, step.to);
  await follow.round(progress, (tx) => writeHeader(tx, step));
  while (!(await isTime(await follow.round(progress))));
  if (!options.withoutSpools) await refuseSilentSpools();
  await freezeProject(project, commandLine);
  progress("The project is frozen. Should this be interrupted: project release.");
  try {
    return await writeQuiet(on, step, follow);
  } catch (error) {
    // A stream without its end is not imported, so no data can be missing on this instance.
    await releaseProject(project, commandLine);
    progress("The project is not frozen any more, and goes on.");
    throw error;
  }
}

/** The rest to send after the freeze; everything, unless changes were followed. */
async function writeQuiet(on: postgres.Sql, step: Step, follow: ProjectFollow | null): Promise<Exported> {
  const { project, options, to } = step;
  // An active project is sent as of one moment, whatever is in progress.
  if (follow || project.frozen)
    await whenDrained(project.id, { progress: options.progress, withoutSpools: options.withoutSpools });
  const exported = await on.begin("isolation level repeatable read read only", async (tx) => {
    await fixValueFormats(tx);
    const rows: Record<string, number> = {};
    if (follow) {
      await follow.send(tx, options.progress);
      // Counted in the database and not while sending, to prove that nothing was left out.
      for (const table of factTables) rows[table] = await countRows(tx, table, project.id);
    } else {
      await writeHeader(tx, step);
      for (const table of factTables) rows[table] = await writeTable(tx, table, step);
    }
    const company = await companyOf(tx, step);
    await to.line(company);
    for (const table of lastTables) rows[table] = await writeTable(tx, table, step);
    await to.line({ end: true, rows, sha256: to.sum() });
    return {
      rows: Object.values(rows).reduce((sum, count) => sum + count, 0),
      unreadable: company.unreadable,
    };
  });
  await to.end();
  return exported;
}

async function factsOf(tx: postgres.TransactionSql, { project }: Step) {
  const facts = await findProjectFacts(tx, project.id);
  if (!facts) throw new Refusal("not_found", "The project was deleted in the meantime.");
  return facts;
}

async function writeHeader(tx: postgres.TransactionSql, step: Step): Promise<void> {
  const { id, passphrase, key } = step.sealing;
  const { metaKey: _, ...summary } = await factsOf(tx, step);
  await step.to.line({
    cairn_project: 1,
    export_id: id,
    version,
    migration: migration(),
    made_at: step.options.now.toISOString(),
    ...summary,
    secrets: {
      encrypted_with: passphrase === null ? "ENCRYPTION_KEY" : "passphrase",
      proof: proofOfKey(id, key),
    },
    key: keyFingerprint(),
  } satisfies ExportHeader);
}

async function companyOf(tx: postgres.TransactionSql, step: Step): Promise<ExportedCompany> {
  const { project } = step;
  const { metaKey: encryptedMetaKey, project: row } = await factsOf(tx, step);
  const found = await findEncryptedSecrets(tx, project.id);
  const all = encryptedMetaKey
    ? [...found, { column: metaKeyColumn, of: "", sealed: encryptedMetaKey }]
    : found;
  const secrets = all.map(({ column, ...row }) =>
    encryptForExport(column, row, project.id, step.sealing.key),
  );
  const readable = secrets.filter((secret) => secret !== null);
  return {
    project: row,
    people: await findPeople(tx, project),
    secrets: readable,
    unreadable: secrets.length - readable.length,
  };
}

async function writeTable(
  tx: postgres.TransactionSql,
  table: string,
  { project, to, options }: Step,
): Promise<number> {
  const { columns, rows } = await copyOut(tx, table, project.id);
  const count = await to.rows({ table, columns }, rows);
  if (count > 0) options.progress(`${table}: ${count.toLocaleString("en")}`);
  return count;
}
