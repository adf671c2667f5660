import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import { installsNamed } from "@/lib/activity/lists/installs/list";
import { findLive, findTargets, type LiveRow, type LiveTarget } from "@/lib/activity/live/queries";
import type { LiveQuery, livePage } from "@/lib/activity/live/schema";
import { withoutPersonalData } from "@/lib/facts/users/personal";

/**
 * A statement that was running at the last request may have committed since, with an earlier time. No statement runs
 * longer than this, so no entry is missed. Repeated entries have the same kind and ID.
 */
const overlapMs = 15_000;

type Allowed = { rejections: boolean; devices: boolean; people: boolean };

/** The entries since a time, newest first. */
export async function readLive(
  project: Project,
  query: LiveQuery,
  may: Allowed,
  now: Date,
): Promise<z.output<typeof livePage>> {
  const [install, user] = await Promise.all([
    query.install ? installTarget(project, query.install) : null,
    query.user ? userTarget(project, query.user) : null,
  ]);
  // A rejected call has no known install or user.
  const refused = may.rejections && !install && !user;
  const kinds = query.kinds.filter((kind) => kind !== "rejection" || refused);
  const rows = await findLive(project.id, {
    since: query.after && new Date(query.after.getTime() - overlapMs),
    kinds,
    install,
    user,
    limit: query.limit + 1,
    withDevice: may.devices,
    withPeople: may.people,
  });
  return {
    entries: rows.slice(0, query.limit).map((row) => present(may.people ? row : maskedRow(row))),
    next: now.toISOString(),
    cut: rows.length > query.limit,
  };
}

/** An instance may have sent facts before it became an install. */
async function installTarget(project: Project, text: string): Promise<LiveTarget> {
  const named = (await installsNamed(project, text)).filter(({ found_by }) => found_by !== "user");
  const found = await targetOf(project, named);
  return { ...found, instances: [...new Set([text, ...found.instances])] };
}

async function userTarget(project: Project, id: string): Promise<LiveTarget & { id: string }> {
  const named = (await installsNamed(project, id)).filter(({ found_by }) => found_by === "user");
  return { id, ...(await targetOf(project, named)) };
}

async function targetOf(project: Project, named: { id: string }[]): Promise<LiveTarget> {
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

/** IDs, and names of campaigns and events, are not masked. */
const maskedRow = (row: LiveRow): LiveRow => ({
  ...row,
  title: row.kind === "open" ? withoutPersonalData(row.title) : row.title,
  sent: withoutPersonalData(row.sent),
});

const present = (row: LiveRow) => ({ ...row, title: row.title ?? "", at: row.at.toISOString() });
