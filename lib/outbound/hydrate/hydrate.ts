import type { Fragment } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import { type ReadRow, readFacts } from "@/lib/outbound/hydrate/queries";
import type { LoadedRow } from "@/lib/outbound/hydrate/row";

/** The stored data of the events in `which`, the longest due first. */
export async function loadFacts(
  projectId: ProjectId,
  which: Fragment,
  sameplace: number[],
): Promise<LoadedRow[]> {
  const rows = await readFacts(projectId, which, sameplace);
  const firsts = new Map(rows.filter(({ is_first }) => is_first).map((row) => [row.who, row]));
  return rows.map((row) => (row.is_first ? row : { ...row, ...whomOf(firsts.get(row.who)!) }));
}

const whomOf = ({ user, install, devices, integrations, consent, decision, previous, click }: ReadRow) => ({
  user,
  install,
  devices,
  integrations,
  consent,
  decision,
  previous,
  click,
});
