import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import { installsNamed } from "@/lib/reporting/lists/installs/list";
import { findLive, findTargets, type LiveRow, type Target } from "@/lib/reporting/live/queries";
import type { LiveQuery, livePage } from "@/lib/reporting/live/schema";

/**
 * What was under way when somebody looked the last time may have been stored since, with an earlier time. No
 * statement runs longer than this, so nothing is missed; what comes twice is the same by its kind and id.
 */
const overlapMs = 15_000;

type Allowed = { rejections: boolean; devices: boolean };

/** What happened since, newest first. */
export async function watch(
  project: Project,
  query: LiveQuery,
  may: Allowed,
  now: Date,
): Promise<z.output<typeof livePage>> {
  const [install, user] = await Promise.all([
    query.install ? installTarget(project, query.install) : null,
    query.user ? userTarget(project, query.user) : null,
  ]);
  // Nobody knows whose a refused call was.
  const refused = may.rejections && !install && !user;
  const kinds = query.kinds.filter((kind) => kind !== "rejection" || refused);
  const rows = await findLive(project.id, {
    since: query.after && new Date(query.after.getTime() - overlapMs),
    kinds,
    install,
    user,
    limit: query.limit + 1,
    withDevice: may.devices,
  });
  return {
    entries: rows.slice(0, query.limit).map(present),
    next: now.toISOString(),
    cut: rows.length > query.limit,
  };
}

/** An instance may have sent something before it became an install. */
async function installTarget(project: Project, text: string): Promise<Target> {
  const named = (await installsNamed(project, text)).filter(({ found_by }) => found_by !== "user");
  const found = await targetOf(project, named);
  return { ...found, instances: [...new Set([text, ...found.instances])] };
}

async function userTarget(project: Project, id: string): Promise<Target & { id: string }> {
  const named = (await installsNamed(project, id)).filter(({ found_by }) => found_by === "user");
  return { id, ...(await targetOf(project, named)) };
}

async function targetOf(project: Project, named: { id: string }[]): Promise<Target> {
  const rows =
    named.length === 0
      ? []
      : await findTargets(
          project.id,
          named.map(({ id }) => id),
        );
  return {
    instances: rows.map((row) => row.instance),
    clickIds: rows.flatMap(({ click_id }) => (click_id ? [click_id] : [])),
  };
}

const present = (row: LiveRow) => ({ ...row, title: row.title ?? "", at: row.at.toISOString() });
