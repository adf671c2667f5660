import { expect, test } from "vitest";
import { isUuid, minIdAt, newId, timeOfId } from "@/lib/base/ids";

test("IDs made within one millisecond sort in their order and are unique", () => {
  const now = new Date(1_790_000_000_123);
  const ids = Array.from({ length: 2_000 }, () => newId(now));
  expect([...ids].sort()).toEqual(ids);
  const many = new Set([...ids, ...Array.from({ length: 20_000 }, () => newId(now))]);
  expect(many.size).toBe(22_000);
  for (const id of many) {
    expect(isUuid(id)).toBe(true);
    expect(timeOfId(id)).toBe(now.getTime());
    expect(id > minIdAt(now.getTime())).toBe(true);
    expect(id < minIdAt(now.getTime() + 1)).toBe(true);
  }
});
