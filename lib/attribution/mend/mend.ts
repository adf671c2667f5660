/**
 * Installs that were stored before ids of devices had to look like ones: iPhones taken for Android phones, words taken
 * for ids, and the reinstalls that came of it.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { attributeProject } from "@/lib/attribution/attribute";
import { countLate } from "@/lib/attribution/late-queries";
import {
  findSeenBefore,
  findStored,
  type MendingRow,
  repair,
  type SeenBefore,
  type StoredInstall,
} from "@/lib/attribution/mend/queries";
import { type Mending, mendingOf } from "@/lib/attribution/mend/rules";
import { reassignProject } from "@/lib/attribution/reassign";
import { rulesOf } from "@/lib/attribution/windows";

export type Repaired = {
  /** Looked at. */
  installs: number;
  /** With anything to change. */
  wrong: number;
  platforms: Record<string, number>;
  /** The ids that are none, by how many installs have each; the most common ones. */
  ids_removed: Record<string, number>;
  ids_added: number;
  descriptions: number;
  reinstalls_that_become_installs: number;
  /** Written; none where it is only told what would change. */
  mended: number;
};

const defaultPage = 500;
const maxNames = 20;

/**
 * Looks at all decided installs of a project, page by page, and mends what is wrong when `by` somebody. What was mended
 * is right: stopped at any place, it goes on with what is left when it is run again.
 */
export async function repairInstalls(
  project: Project,
  by: Actor | null,
  now: () => Date,
  pageSize = defaultPage,
): Promise<Repaired> {
  const summary: Repaired = {
    installs: 0,
    wrong: 0,
    platforms: {},
    ids_removed: {},
    ids_added: 0,
    descriptions: 0,
    reinstalls_that_become_installs: 0,
    mended: 0,
  };
  for (let after: string | null = null; ; ) {
    const page: StoredInstall[] = await findStored(project.id, after, pageSize);
    const rows = await wrongOf(project, page, summary);
    if (by && rows.length > 0) summary.mended += await repair(project, rows, by, now());
    summary.installs += page.length;
    if (page.length < pageSize) break;
    after = page.at(-1)!.id;
  }
  const common = Object.entries(summary.ids_removed).sort(([, a], [, b]) => b - a);
  return { ...summary, ids_removed: Object.fromEntries(common.slice(0, maxNames)) };
}

async function wrongOf(project: Project, page: StoredInstall[], summary: Repaired): Promise<MendingRow[]> {
  const found = page.map((install) => ({ install, mending: mendingOf(install) }));
  const deleted = [...new Set(found.flatMap(({ mending }) => mending?.remove ?? []))];
  const again = page.filter(({ kind }) => kind === "REINSTALL").map(({ id }) => id);
  const seen =
    again.length === 0 ? new Map<string, SeenBefore>() : await findSeenBefore(project.id, again, deleted);
  const maxMs = rulesOf(project.settings.attribution).reinstallDays * 86_400_000;
  return found.flatMap(({ install, mending }) => {
    const { before = null, is_shared = false } = seen.get(install.id) ?? {};
    const isFirst = before === null || install.installed_at.getTime() - before.getTime() > maxMs;
    // Only what was wrong: an install may be a reinstall of one whose person was erased since.
    const wasWrong = is_shared || (mending?.remove.length ?? 0) > 0;
    const becomesInstall = install.kind === "REINSTALL" && !install.is_redownload && isFirst && wasWrong;
    if (mending === null && !becomesInstall) return [];
    note(summary, install, mending, becomesInstall);
    return [rowOf(install, mending, becomesInstall)];
  });
}

function note(
  summary: Repaired,
  install: StoredInstall,
  mending: Mending | null,
  becomesInstall: boolean,
): void {
  const add = (counts: Record<string, number>, name: string) => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  summary.wrong++;
  if (becomesInstall) summary.reinstalls_that_become_installs++;
  if (!mending) return;
  if (mending.platform !== install.platform)
    add(summary.platforms, `${install.platform} to ${mending.platform}`);
  for (const id of mending.remove) add(summary.ids_removed, id);
  summary.ids_added += mending.add.length;
  const isSame =
    mending.os_version === install.os_version &&
    mending.device_model === install.device_model &&
    mending.language === install.language;
  if (!isSame) summary.descriptions++;
}

function rowOf(install: StoredInstall, mending: Mending | null, becomesInstall: boolean): MendingRow {
  const {
    id: install_id,
    decision_version: expected_version,
    platform,
    os_version,
    device_model,
    language,
  } = install;
  const right = mending ?? { platform, os_version, device_model, language, add: [], remove: [] };
  const again = becomesInstall || right.platform !== platform || right.add.length + right.remove.length > 0;
  return { install_id, expected_version, ...right, again };
}

/** Decides what waits for it, here or in a server that runs beside this, and lets the facts follow. */
export async function settleRepaired(project: Project, now: () => Date): Promise<void> {
  for (;;) {
    await attributeProject(project.id, () => false, now);
    await reassignProject(project.id);
    const { due, unmoved } = await countLate(project.id, now());
    if (due + unmoved === 0) return;
    await sleep(200);
  }
}
