import type postgres from "postgres";
import { migration } from "@/db/migrate/migrate";
import { makeMonthsSince } from "@/db/months";
import { type ProjectId, randomBase62 } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";
import { version } from "@/lib/base/version";
import { isLocalHost } from "@/lib/base/web/hosts";
import { keyOfInstance, keyOfPassphrase, provesKey } from "@/lib/moving/encrypted-columns";
import {
  beginImport,
  findImport,
  findTakenNames,
  lockAccount,
  makeAccount,
  nextProjectId,
  type ProjectImport,
  passNumber,
} from "@/lib/moving/import-queries";
import type { ImportOptions } from "@/lib/moving/options";
import type { ExportHeader } from "@/lib/moving/stream";
import { removeUnseenProjects } from "@/lib/privacy/removal/remove";
import { isCurrentKey } from "@/lib/privacy/secrets/encryption-key";
import { refuseAppHost } from "@/lib/projects/domains/rules";

/** A project that is being imported, under its number on this instance. */
export type ArrivingProject = {
  header: ExportHeader;
  project: number;
  account: number;
  slug: string;
  key: Buffer;
  at: ProjectImport;
};

/** The project was frozen on the source instance; here it is active. */
const free = { frozen_at: null, moved_address: null, moved_links: null, moved_number: null };

const nothing = { createdAccount: false, part: -1, table: "", rows: 0, digest: "" };

/** Identifies the project in all of its exports. */
export const projectOrigin = ({ project }: ExportHeader) => `${project.id} ${project.created_at}`;

/** Makes every check that can reject the export, before anything is stored. */
export async function checkArrival(
  on: postgres.Sql,
  header: ExportHeader,
  options: ImportOptions,
): Promise<ArrivingProject> {
  refuseOtherTables(header);
  const key = await keyFor(header, options);
  const origin = projectOrigin(header);
  const before = await findImport(on, origin);
  const isRetained = before?.account === options.account && before.createdAccount;
  if (before && before.exportId === header.export_id && before.account === options.account) {
    const { project, slug, account } = before;
    options.progress(
      `Going on behind ${before.rows.toLocaleString("en")} rows of ${before.table || "nothing"}.`,
    );
    return { header, project, account, slug, key, at: before };
  }
  if (before) {
    options.progress("An unfinished import of this project is removed first.");
    if (before.account === options.account) await lockAccount(on, before);
    if ((await removeUnseenProjects(before.project as ProjectId, () => false)) === "busy")
      throw new Refusal(
        "already_running",
        "Another import of this project is in progress. Wait until it ends.",
      );
  }
  const conflicts = await refuseTakenNames(on, header, options.appUrl);
  const loss = lossOf(header, conflicts.id);
  if (loss) await options.consent(loss);
  await passNumber(on, "projects", "id", header.project.id);
  const project = conflicts.id ? await nextProjectId(on) : header.project.id;
  const slug = conflicts.slug
    ? `${header.project.slug}-${randomBase62(5).toLowerCase()}`
    : header.project.slug;
  if (header.since) await makeMonthsSince(header.since);
  const account = await on.begin(async (tx) => {
    const isNew = typeof options.account === "string";
    const account =
      typeof options.account === "string" ? await makeAccount(tx, options.account) : options.account;
    const row = { ...header.project, id: project, account_id: account, slug, ...free };
    await beginImport(tx, row, header, { origin, createdAccount: isNew || isRetained });
    return account;
  });
  const at = { ...nothing, project, slug, exportId: header.export_id, account };
  return { header, project, account, slug, key, at };
}

function refuseOtherTables({ version: maker, migration: at }: ExportHeader): void {
  if (at === migration()) return;
  throw new Refusal(
    "wrong_state",
    `This project was exported by Cairn ${maker} (migration ${at}), but this instance is ${version} (migration ${migration()}). ` +
      "Upgrade both instances to the same version, then export it again.",
  );
}

async function keyFor(
  { export_id: id, secrets }: ExportHeader,
  { passphrase }: ImportOptions,
): Promise<Buffer> {
  if (secrets.encrypted_with === "passphrase") {
    const key = keyOfPassphrase(await passphrase(), id);
    if (!provesKey(secrets.proof, id, key))
      throw new Refusal("invalid_request", "The passphrase is wrong for this export.");
    return key;
  }
  const key = keyOfInstance(id);
  if (provesKey(secrets.proof, id, key)) return key;
  throw new Refusal(
    "wrong_state",
    "The instance that exported this project has a different ENCRYPTION_KEY, so its credentials can't be decrypted here. " +
      "Export it again with --passphrase-file, and import it with the same file.",
  );
}

async function refuseTakenNames(on: postgres.Sql, header: ExportHeader, appUrl: string) {
  const hosts = header.hosts.filter((host) => !isLocalHost(host));
  for (const host of hosts) refuseAppHost(host, appUrl, "domain");
  const names = await findTakenNames(on, header, hosts);
  if (names.here) {
    const { id, name, deleted } = names.here;
    throw new Refusal(
      "wrong_state",
      deleted
        ? `This project already exists here as project ${id} (${name}), which is deleted. Restore it, or wait until its data is removed.`
        : `This project already exists here as project ${id} (${name}).`,
    );
  }
  const [first] = names.hosts;
  if (first)
    throw new Refusal(
      "wrong_state",
      `The domain ${first.host} belongs to the project ${first.name} here. Remove it from that project, then import again.`,
    );
  return names;
}

/** The loss of data that is recognized by hashes of the key and the project's number; null if there is none. */
function lossOf({ key, erased, project }: ExportHeader, isRenumbered: boolean): string | null {
  const reasons = [
    ...(isCurrentKey(key) ? [] : ["this instance has a different ENCRYPTION_KEY"]),
    ...(isRenumbered && erased > 0
      ? [`the number ${project.id} is taken here, so the project gets another one`]
      : []),
  ];
  if (reasons.length === 0) return null;
  const ids = erased === 1 ? "1 id of somebody who was erased" : `${erased} ids of people who were erased`;
  return [
    `${reasons.join(", and ")}.`,
    ...(erased > 0 ? [`${ids} will not be recognised in new data.`] : []),
    ...(isCurrentKey(key)
      ? []
      : ["New installs can't be matched by IP address with earlier clicks. Credentials are imported."]),
  ]
    .join(" ")
    .replace(/^./, (letter) => letter.toUpperCase());
}
