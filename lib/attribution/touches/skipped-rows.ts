/** Describes the touches that a limit left out of a decision. Pure, and for the browser too. */

/** Touches of an install that were found but not compared, because each key has limited slots. */
export type SkippedRows = { counted: number; not_counted: number };

export function sumSkippedRows(rows: { left_out: number; left_out_uncounted: number }[]): SkippedRows | null {
  const left = { counted: 0, not_counted: 0 };
  for (const row of rows) {
    left.counted += row.left_out;
    left.not_counted += row.left_out_uncounted;
  }
  return left.counted + left.not_counted === 0 ? null : left;
}
