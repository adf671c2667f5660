import { describe, expect, test } from "vitest";
import { ApiError } from "./api";
import { type Conflict, type FormFields, fieldConflicts, type KnownVersion, saveOrMerge } from "./merge";

/** The stored settings, with a function that changes them as another member. */
function aStore(values: FormFields) {
  let now: KnownVersion = { values, seen: "1" };
  return {
    read: async () => now,
    change(changes: FormFields) {
      now = { values: { ...now.values, ...changes }, seen: String(Number(now.seen) + 1) };
    },
    async send(changes: FormFields, known: KnownVersion) {
      if (known.seen !== now.seen) throw new ApiError(412, "changed");
      this.change(changes);
      return now.values;
    },
  };
}

const base = { name: "Alps", link: "", on: true };

describe("two members who change the same settings", () => {
  const save = async (
    saved: FormFields[],
    edited: FormFields,
    answer: (open: Conflict[]) => string[] | null = () => [],
  ) => {
    const store = aStore(base);
    const known = await store.read();
    const query: Conflict[][] = [];
    for (const changes of saved) store.change(changes);
    const done = await saveOrMerge({
      base: known,
      ours: edited,
      send: (changes, now) => store.send(changes, now),
      read: store.read,
      resolve: async (open) => {
        query.push(open);
        const chosen = answer(open);
        return chosen && new Set(chosen);
      },
    }).catch((cause: Error) => cause.message);
    return { done, asked: query, stored: (await store.read()).values };
  };

  test("changes of different fields are both stored, without a question", async () => {
    const { asked: query, stored } = await save([{ name: "Alps 2" }], { link: "https://example.com" });
    expect(query).toEqual([]);
    expect(stored).toEqual({ name: "Alps 2", link: "https://example.com", on: true });
  });

  test("the same change by both members needs no question", async () => {
    const { asked: query, stored } = await save([{ link: null }, { name: "New" }], { link: "", name: "New" });
    expect(query).toEqual([]);
    expect(stored).toMatchObject({ name: "New" });
  });

  test("for different values of one field both are shown, and the chosen one is stored", async () => {
    const edited = { name: "Mine", on: false };
    const chosen = await save([{ name: "Theirs" }], edited, () => ["name"]);
    expect(chosen.asked).toEqual([[{ field: "name", mine: "Mine", theirs: "Theirs" }]]);
    expect(chosen.stored).toMatchObject(edited);
    const left = await save([{ name: "Theirs" }], edited);
    expect(left.stored).toMatchObject({ name: "Theirs", on: false });
    const all = await save([{ name: "Theirs" }], { name: "Mine" });
    expect([all.done, all.stored.name]).toEqual([null, "Theirs"]);
  });

  test("closing the question stores nothing", async () => {
    const { done, stored } = await save([{ name: "Theirs" }], { name: "Mine", on: false }, () => null);
    expect(done).toBe("Nothing was saved: someone else changed this in the meantime.");
    expect(stored).toMatchObject({ name: "Theirs", on: true });
  });

  test("a third member's change during the question is shown, too", async () => {
    const store = aStore(base);
    const known = await store.read();
    store.change({ name: "Second" });
    const seen: unknown[] = [];
    await saveOrMerge({
      base: known,
      ours: { name: "Mine" },
      send: (changes, now) => store.send(changes, now),
      read: store.read,
      resolve: async ([open]) => {
        seen.push(open?.theirs);
        if (seen.length === 1) store.change({ name: "Third" });
        return new Set(["name"]);
      },
    });
    expect(seen).toEqual(["Second", "Third"]);
    expect((await store.read()).values.name).toBe("Mine");
  });

  test("any other refusal is shown unchanged", async () => {
    const refused = saveOrMerge({
      base: { values: {}, seen: "1" },
      ours: { name: "" },
      send: () => Promise.reject(new ApiError(400, "Give a name.")),
      read: () => Promise.reject(new Error("not asked")),
      resolve: () => Promise.reject(new Error("not asked")),
    });
    await expect(refused).rejects.toThrow("Give a name.");
  });

  test("lists are compared by their content", () => {
    expect(fieldConflicts({ ids: ["a"] }, { ids: ["b"] }, { ids: ["a"] })).toEqual([]);
    expect(fieldConflicts({ ids: ["a"] }, { ids: ["b"] }, { ids: [] })).toHaveLength(1);
  });
});
