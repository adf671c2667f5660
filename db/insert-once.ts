import { errorCode } from "@/lib/base/database-failure";

/**
 * Stores rows that have ids. A row hardly ever exists already, from a try whose answer was lost, and a check for each
 * row would cost a tenth of storing it. So all are inserted unchecked, which fails as a whole if one exists, and then
 * once more without the existing ones.
 */
export async function storeOnce<Row extends { id: string }>(
  rows: Row[],
  store: (rows: Row[]) => Promise<unknown>,
  findStored: (rows: Row[]) => Promise<{ id: string }[]>,
): Promise<{ repeated: Set<string> }> {
  const repeated = new Set<string>();
  for (let left = rows; left.length > 0; ) {
    try {
      await store(left);
      break;
    } catch (error) {
      if (errorCode(error) !== "23505") throw error;
      const before = repeated.size;
      for (const { id } of await findStored(left)) repeated.add(id);
      const different = new Map(left.map((row) => [row.id, row]));
      if (repeated.size === before && different.size === left.length) throw error;
      left = [...different.values()].filter(({ id }) => !repeated.has(id));
    }
  }
  return { repeated };
}
