import type { Project } from "@/lib/accounts/access/project";
import { installsNamed } from "@/lib/activity/lists/installs/list";
import { findInstances, findSenderInstances } from "@/lib/activity/lists/installs/queries";
import type { DimensionFilter } from "@/lib/ledger/rows-queries";

/**
 * For a campaign with more installs, scanning all facts from the newest on soon finds enough. For a smaller campaign,
 * the facts of each install are looked up.
 */
const few = 10_000;

/** The instances that may have sent the requested facts, if they are few; null if any may have. */
export async function instancesOfDimensions(
  project: Project,
  dimensions: DimensionFilter,
  install?: string | undefined,
): Promise<string[] | null> {
  if (install) {
    const named = (await installsNamed(project, install)).filter(({ found_by }) => found_by !== "user");
    const rows = await findInstances(
      project.id,
      named.map(({ id }) => id),
    );
    // It may have sent facts before it became an install.
    return [...new Set([install, ...rows.map((row) => row.instance)])];
  }
  if (typeof dimensions.campaign !== "number") return null;
  const rows = await findSenderInstances(project.id, dimensions.campaign, dimensions, few + 1);
  return rows.length > few ? null : rows.map((row) => row.instance);
}
