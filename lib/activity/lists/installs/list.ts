import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import { filteredQuery } from "@/lib/activity/lists/filtered-query";
import {
  countListedInstalls,
  findInstalls,
  findInstallsNamed,
  findOwnerOfId,
  type InstallFilter,
  type NamedRow,
} from "@/lib/activity/lists/installs/queries";
import { type foundInstalls, installSchema } from "@/lib/activity/lists/installs/schema";
import { isUuid } from "@/lib/base/ids";
import { isStorableText } from "@/lib/base/text/storable";
import { knownNetworkCode } from "@/lib/campaigns/known-network";
import { timeRangeOf } from "@/lib/platform/keyset";
import { list } from "@/lib/platform/lists/list";
import { shownRow } from "@/lib/platform/lists/schema";
import { deviceIdOf } from "@/lib/traffic/links/device-ids";

const maxNamed = 100;

export const installsList = list(installSchema, {
  async toFilter(project: Project, query): Promise<InstallFilter> {
    const { search, uninstalled: gone, ...rest } = query;
    const filter = { ...rest, network: await knownNetworkCode(project.id, rest.network) };
    const ids = search ? (await installsNamed(project, search)).map((row) => row.id) : null;
    const uninstalled = gone ? { is: gone.is, ...timeRangeOf(project.timeZone, gone) } : null;
    return { ...filteredQuery(project, { ...filter, search }), ids, uninstalled };
  },
  find: findInstalls,
  count: countListedInstalls,
});

/**
 * Finds installs by an install ID, instance ID, device ID, user ID or click ID. The best match comes first, each once.
 */
export async function installsNamed(project: Pick<Project, "id">, text: string): Promise<NamedRow[]> {
  if (!isStorableText(text)) return [];
  const rows = await findInstallsNamed(
    project.id,
    { text, uuid: uuidOf(text), device: deviceIdOf(text) },
    maxNamed,
  );
  const seen = new Set<string>();
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id));
}

const foundBy: Record<NamedRow["found_by"], string> = {
  install: "install id",
  instance: "instance id",
  device: "device id",
  user: "user id",
  click: "its click",
};

const anything = installSchema.filter.parse({});

/** Finds installs by any ID. If there are none, explains in words what the ID belongs to. */
export async function findInstallsOrExplain(
  project: Project,
  text: string,
): Promise<z.output<typeof foundInstalls>> {
  const named = await installsNamed(project, text);
  if (named.length === 0) return { installs: [], text: await nothing(project, text) };
  const filter = {
    ...filteredQuery(project, anything),
    uninstalled: null,
    ids: named.map(({ id }) => id),
  };
  const rows = await findInstalls(project.id, filter, null, maxNamed);
  const by = new Map(named.map((row) => [row.id, foundBy[row.found_by]]));
  return {
    installs: rows.map((row) => ({ ...shownRow(installSchema.row, row), found_by: by.get(row.id) ?? "" })),
    text: null,
  };
}

async function nothing(project: Project, text: string): Promise<string> {
  const known = isStorableText(text) ? await findOwnerOfId(project.id, text, uuidOf(text)) : null;
  if (known?.user_at)
    return "This user exists, but not on any known install: the app sent trigger without an install_instance_id, or never sent init.";
  if (known?.identity_at)
    return "Someone signed in on this instance, but it never sent init, so there is no install.";
  if (known?.click_at) return "This is a click that hasn't led to an install.";
  return "No match. This isn't the ID of an install, instance, device, user or click in this project.";
}

const uuidOf = (text: string) => (isUuid(text) ? text.toLowerCase() : null);
