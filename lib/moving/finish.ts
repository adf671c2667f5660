import type postgres from "postgres";
import { randomBase62 } from "@/lib/base/ids";
import type { ArrivingProject } from "@/lib/moving/arrive";
import { encryptedColumns, encryptForImport, metaKeyColumn } from "@/lib/moving/encrypted-columns";
import { advanceSequences, nameTransactions, renewProject, unhideProject } from "@/lib/moving/import-queries";
import {
  grantAccess,
  importMetaKey,
  importViews,
  makePeople,
  moveDomainsOfCampaigns,
  renameLocalHosts,
  renumberRows,
  storeSecret,
  storeStaged,
} from "@/lib/moving/staged-queries";
import type { ExportedCompany } from "@/lib/moving/stream";
import { factTables, workTables } from "@/lib/moving/tables";

export type ImportedProject = {
  project_id: number;
  /** The command to run on the source instance, so that old addresses redirect to this one. */
  command_there: string;
  slug: string;
  name: string;
  rows: number;
  /** Numbers and names that differ on this instance, each described in words. */
  changed: string[];
  /** The people with access to the project here, and those who would have to be invited. */
  members: string[];
  unknown: string[];
  /** The number of credentials that the source instance could not decrypt. Members have to enter them again. */
  unreadable: number;
};

export async function finishImport(
  tx: postgres.TransactionSql,
  { header, project, account, slug, key }: ArrivingProject,
  { company, rows, appUrl }: { company: ExportedCompany; rows: Record<string, number>; appUrl: string },
): Promise<ImportedProject> {
  await makePeople(tx, company.people);
  const hosts = await renameLocalHosts(tx, randomBase62(5).toLowerCase());
  const renumbered = await renumberRows(tx);
  await storeStaged(tx);
  await moveDomainsOfCampaigns(tx, project);
  await renewProject(tx, project, company.project);
  const team = await grantAccess(tx, project, account);
  await importViews(tx, project);
  let unreadable = company.unreadable;
  for (const secret of company.secrets) {
    const column = [...encryptedColumns, metaKeyColumn].find(({ table }) => table === secret.table);
    const encrypted = column && encryptForImport(column, secret, { project, of: secret.of }, key);
    if (!column || !encrypted) unreadable += 1;
    else if (column === metaKeyColumn) await importMetaKey(tx, project, encrypted.toString("base64"));
    else await storeSecret(tx, column, { project, name: secret.of, sealed: encrypted });
  }
  await nameTransactions(tx, project);
  await advanceSequences(tx, factTables.concat(workTables), project);
  await unhideProject(tx, project, account);
  const of = (isHere: boolean) => team.filter(({ here }) => here === isHere).map(({ email }) => email);
  return {
    project_id: project,
    command_there: `project moved --project ${header.project.id} --to ${new URL(appUrl).origin} --number ${project}`,
    slug,
    name: company.project.name,
    rows: Object.values(rows).reduce((sum, count) => sum + count, 0),
    changed: [
      ...(project === header.project.id ? [] : [`project ${header.project.id} → ${project}`]),
      ...(slug === header.project.slug ? [] : [`${header.project.slug} → ${slug}`]),
      ...hosts.map(({ host }) => host),
      ...renumbered.map((kind) => `numbers of ${kind.replaceAll("_", " ")}`),
    ],
    members: of(true),
    unknown: of(false),
    unreadable,
  };
}
