/** The first occurrence of each fact, in the order of the outbox: late changes are not in it, so no fact is read twice. */
import type { Project } from "@/lib/accounts/access/project";
import { type FactToLoad, factsToLoad, findNewestFacts } from "@/lib/data-access/files/layouts/queries";
import { type LayoutRow, layoutRowsOf } from "@/lib/data-access/files/layouts/rows";
import type { OutboxKind } from "@/lib/ledger/outbox/kinds";
import { listenToKinds, readOutbox } from "@/lib/ledger/outbox/listen";
import type { OutboxPosition, OutboxRow } from "@/lib/ledger/outbox/queries";
import { happeningsIn } from "@/lib/outbound/enqueue/rules";
import { isUndecided, outboundFactOf } from "@/lib/outbound/hydrate/fact-of";
import { loadFacts } from "@/lib/outbound/hydrate/hydrate";
import type { LoadedRow } from "@/lib/outbound/hydrate/row";

const kinds: OutboxKind[] = ["install.decided", "open", "uninstall", "event", "payment"];

export const listenForFacts = (project: Pick<Project, "id">, listener: string): Promise<void> =>
  listenToKinds(project.id, listener, kinds);

/** Rows of one statement. */
const batchRows = 1_000;
/** A fact is not held back for longer, in case its install is never decided. */
const maxWaitMs = 24 * 60 * 60_000;

async function loadRows(project: Project, facts: readonly FactToLoad[]): Promise<Map<string, LoadedRow>> {
  if (facts.length === 0) return new Map();
  const loaded = await loadFacts(project.id, factsToLoad(facts), []);
  return new Map(loaded.map((row) => [row.id, row]));
}

/** Payments are also counted in the project's currency. */
const rowsOf = (project: Project, loaded: LoadedRow): LayoutRow[] =>
  layoutRowsOf(
    outboundFactOf(loaded, project),
    loaded.event?.amount_minor ?? loaded.payment?.counted_minor ?? null,
    project.currency,
  );

export type FirstFacts = {
  rows: LayoutRow[];
  /** The position after the last of these facts; null if there is no settled one. */
  until: OutboxPosition | null;
  more: boolean;
};

/** The next settled facts. The first one that is not settled ends them, so that the order stays. */
export async function readFirstFacts(
  project: Project,
  listener: string,
  { after, now }: { after: OutboxPosition | null; now: Date },
): Promise<FirstFacts> {
  const batch = await readOutbox(project.id, listener, batchRows, after);
  if (batch === null) return { rows: [], until: null, more: false };
  const facts = batch.rows.map((row) => ({ row, fact: factIn(project, row) }));
  const loaded = await loadRows(
    project,
    facts.flatMap(({ fact }) => fact ?? []),
  );
  const isOpen = ({ row, fact }: (typeof facts)[number]) => {
    const found = fact && loaded.get(fact.id);
    if (!fact || !found) return false;
    const age = now.getTime() - row.created_at.getTime();
    return age < fact.waitMs || (isUndecided(found) && age < maxWaitMs);
  };
  const open = facts.findIndex(isOpen);
  const settled = open === -1 ? facts : facts.slice(0, open);
  const rows = settled.flatMap(({ fact }) => {
    const found = fact && loaded.get(fact.id);
    return found ? rowsOf(project, found) : [];
  });
  if (open === -1) return { rows, until: batch.until, more: batch.rows.length === batchRows };
  const last = settled.at(-1)?.row;
  return { rows, until: last ? { xid: last.xid, id: last.id } : null, more: false };
}

function factIn(project: Project, row: OutboxRow): (FactToLoad & { waitMs: number }) | null {
  const [happening] = happeningsIn(project.id, row);
  if (!happening) return null;
  const { uid, fact, factId, at, waitMs } = happening;
  const { id, user_id, install_instance_id } = row;
  return { id, event_uid: uid, fact, fact_id: factId, fact_at: at, user_id, install_instance_id, waitMs };
}

/** Rows of the newest facts, for a preview. */
export async function newestRows(project: Project): Promise<LayoutRow[]> {
  const facts = await findNewestFacts(project.id);
  const loaded = await loadRows(project, facts);
  return facts.flatMap(({ id }) => {
    const found = loaded.get(id);
    return found ? rowsOf(project, found) : [];
  });
}
