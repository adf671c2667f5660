import { expect, test } from "vitest";
import { StaleCache } from "@/lib/platform/stale-cache";

type Answer = { n: number };

function aCache(load: (key: string) => Promise<Answer | null>) {
  return new StaleCache<Answer>({ load, maxKeys: 10, freshMs: 1_000, staleMs: 3_600_000, timeoutMs: 50 });
}

test("a value is used for a moment and then loaded again", async () => {
  let n = 0;
  const answers = aCache(async () => ({ n: ++n }));
  expect(await answers.get("a", 0)).toEqual({ n: 1 });
  expect(answers.get("a", 999)).toEqual({ n: 1 });
  expect(await answers.get("a", 1_000)).toEqual({ n: 2 });
  expect(await answers.get("b", 1_000)).toEqual({ n: 3 });
});

test("a missing value is cached, too", async () => {
  let query = 0;
  const answers = aCache(async () => {
    query++;
    return null;
  });
  expect(await answers.get("a", 0)).toBeNull();
  expect(answers.get("a", 1)).toBeNull();
  expect(query).toBe(1);
});

test("many concurrent requests are one lookup", async () => {
  let query = 0;
  const answers = aCache(async () => {
    query++;
    await new Promise((resolve) => setTimeout(resolve, 10));
    return { n: query };
  });
  const all = await Promise.all(Array.from({ length: 100 }, () => answers.get("a", 0)));
  expect(query).toBe(1);
  expect(all.every((answer) => answer?.n === 1)).toBe(true);
});

test("while the source is unavailable the last value is used, for hours but not permanently", async () => {
  let fails = false;
  const answers = aCache(async () => {
    if (fails) throw new Error("away");
    return { n: 1 };
  });
  await answers.get("a", 0);
  fails = true;
  expect(await answers.get("a", 60_000)).toEqual({ n: 1 });
  expect(await answers.get("a", 3_600_000)).toEqual({ n: 1 });
  await expect(answers.get("a", 3_700_000)).rejects.toThrow("away");
  await expect(answers.get("never known", 60_000)).rejects.toThrow("away");
});

test("a hanging database delays the first request for a moment, and later ones not at all", async () => {
  let hangs = false;
  const answers = aCache(() => (hangs ? new Promise(() => {}) : Promise.resolve({ n: 1 })));
  await answers.get("a", 0);
  hangs = true;
  expect(await answers.get("a", 60_000)).toEqual({ n: 1 });
  expect(answers.get("a", 60_500)).toEqual({ n: 1 });
});

test("once the database is back its value is used within a moment", async () => {
  let n = 1;
  let fails = false;
  const answers = aCache(async () => {
    if (fails) throw new Error("away");
    return { n };
  });
  await answers.get("a", 0);
  fails = true;
  await answers.get("a", 60_000);
  fails = false;
  n = 2;
  expect(await answers.get("a", 61_000)).toEqual({ n: 2 });
});

test("a known value can be copied to another cache, which uses it while the source is down and still queries it", async () => {
  const loaded: string[] = [];
  let unavailable = true;
  const options = { maxKeys: 10, freshMs: 1_000, staleMs: 10_000, timeoutMs: 50 };
  const one = new StaleCache<{ n: number }>({
    ...options,
    load: async (key) => (key === "none" ? null : { n: key.length }),
  });
  for (const key of ["a", "bb", "none"]) await one.get(key, 100);
  const remembered = [...one.latest(10, 600)];
  expect(remembered).toEqual([
    { key: "bb", value: { n: 2 }, ageMs: 500 },
    { key: "a", value: { n: 1 }, ageMs: 500 },
  ]);
  expect([...one.latest(1, 600)]).toHaveLength(1);
  expect([...one.latest(10, 20_000)]).toEqual([]);
  const other = new StaleCache<{ n: number }>({
    ...options,
    async load(key) {
      loaded.push(key);
      if (unavailable) throw new Error("away");
      return { n: 7 };
    },
  });
  for (const each of remembered) other.remember(each, 0);
  expect(await other.get("a", 10)).toEqual({ n: 1 });
  expect(loaded).toEqual(["a"]);
  unavailable = false;
  expect(await other.get("bb", 20)).toEqual({ n: 7 });
  await expect(other.get("a", 20_000)).resolves.toEqual({ n: 7 });
});

test("a value loaded with another is used like its own, unless a later one is known", async () => {
  let n = 0;
  const answers = aCache(async () => ({ n: ++n }));
  answers.put("a", { n: 10 }, 0);
  expect(answers.get("a", 999)).toEqual({ n: 10 });
  expect(await answers.get("a", 1_000)).toEqual({ n: 1 });
  answers.put("a", { n: 11 }, 999);
  expect(answers.get("a", 1_999)).toEqual({ n: 1 });
  answers.put("a", { n: 12 }, 1_500);
  expect(answers.get("a", 2_400)).toEqual({ n: 12 });
});
