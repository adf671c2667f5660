import { setImmediate as turnOfOthers } from "node:timers/promises";
import type { Project } from "@/lib/accounts/access/project";
import { byColumn, type FileColumn } from "@/lib/data-access/files/formats/format";
import { readFirstFacts } from "@/lib/data-access/files/layouts/first-facts";
import { layoutCells, type VendorLayout } from "@/lib/data-access/files/layouts/layout";
import type { DatasetTotals } from "@/lib/data-access/files/manifest";
import { openParts, refuseFullDisk, type Spooled } from "@/lib/data-access/files/parts";
import { findHorizon } from "@/lib/data-access/raw/queries";
import type { OutboxPosition } from "@/lib/ledger/outbox/queries";
import type { Clock } from "@/lib/platform/jobs/due-rows";

type FactsRequest = {
  layout: VendorLayout;
  personal: boolean;
  listener: string;
  run: number;
  startedAt: Date;
  maxRows: number;
  clock: Clock;
  progress(): Promise<void>;
};

/** With the database's own identifier, because its transaction numbers mean nothing in another one. */
async function writePosition({ xid, id }: OutboxPosition): Promise<string> {
  const { cluster } = await findHorizon();
  return [cluster.split("-")[0], xid, id].join(" ");
}

/** Writes the settled facts that no earlier run has written, to local files. */
export async function spoolFacts(
  project: Project,
  folder: string,
  { layout, personal, listener, run, startedAt, maxRows, clock, progress }: FactsRequest,
): Promise<Spooled> {
  const spooled: Spooled = { files: [], totals: {}, until: {} };
  const tables = layout.tables.map((table) => {
    const columns = table.columns.map(
      ({ head }): FileColumn => ({ name: head, type: "text", required: false }),
    );
    return {
      ...{ table, columns },
      total: { upserts: 0, deletes: 0, sums: {} } satisfies DatasetTotals,
      parts: openParts(
        {
          ...{ folder, dataset: table.name, format: "csv", maxRows, columns },
          nameOf: (part) =>
            layout.partName({ slug: project.slug, table: table.name, run, part, at: startedAt }),
        },
        spooled.files,
      ),
    };
  });
  let after: OutboxPosition | null = null;
  for (;;) {
    const { rows, until, more } = await readFirstFacts(project, listener, { after, now: clock() });
    after = until ?? after;
    for (const { table, columns, total, parts } of tables) {
      const own = rows.filter((row) => layout.tablesOf(row).includes(table.name));
      const cells = own.map((row) => layoutCells(table, row, personal));
      await parts.write(byColumn(columns, cells));
      total.upserts += own.length;
    }
    await progress();
    await refuseFullDisk();
    // Calls of apps and links are answered between two batches.
    await turnOfOthers();
    if (!more) break;
  }
  for (const { table, total, parts } of tables) {
    await parts.close();
    spooled.totals[table.name] = total;
  }
  if (after) spooled.until.facts = await writePosition(after);
  return spooled;
}
