import type { Project } from "@/lib/accounts/access/project";
import type { DimensionFilter } from "@/lib/ledger/rows-queries";
import { installsNamed } from "@/lib/reporting/lists/installs/list";
import { findInstances, findSenderInstances } from "@/lib/reporting/lists/installs/queries";

/**
 * Beyond these a campaign has so many installs that walking over everything, the newest first, soon meets enough of
 * what they sent; below, what each of them sent is looked up.
 */
const few = 10_000;

/** Which instances what is looked for was sent by, if there are few; null when it may be any. */
export async function instancesFor(
  project: Project,
  cells: DimensionFilter,
  install?: string | undefined,
): Promise<string[] | null> {
  if (install) {
    const named = (await installsNamed(project, install)).filter(({ found_by }) => found_by !== "user");
    const rows = await findInstances(
      project.id,
      named.map(({ id }) => id),
    );
    // It may have sent something before it became an install.
    return [...new Set([install, ...rows.map((row) => row.instance)])];
  }
  if (typeof cells.campaign !== "number") return null;
  const rows = await findSenderInstances(project.id, cells.campaign, cells, few + 1);
  return rows.length > few ? null : rows.map((row) => row.instance);
}
