import { errorCode } from "@/lib/base/database-failure";

/**
 * Stores rows that have IDs. A row rarely exists already, and a check for each row would cost a tenth of storing it. So
 * all are inserted unchecked. If one exists, from an attempt whose answer was lost, the insert fails and is repeated
 * without the existing rows.
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
