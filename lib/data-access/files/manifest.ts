/** The manifest of a run: its files, and the sums to check them with. It is written last. Pure. */
export type DatasetTotals = { upserts: number; deletes: number; sums: Record<string, number> };

export type WrittenFile = {
  name: string;
  /** The dataset, or the report of a former vendor. */
  dataset: string;
  rows: number;
  bytes: number;
  sha256: string;
};

type Manifest = {
  run: number;
  format: string;
  /** The times between which the changes were committed; from is null for the first run, which has all rows. */
  from: Date | null;
  to: Date;
  /** The name of the previous manifest. */
  previous: string | null;
  files: readonly WrittenFile[];
  totals: Record<string, DatasetTotals>;
};

export const manifestText = ({ run, format, from, to, previous, files, totals }: Manifest): string =>
  `${JSON.stringify({ schema_version: 1, run, format, from, to, previous, files, totals }, null, 2)}\n`;
