import { expect, test } from "vitest";
import { sql } from "@/db";
import { erasedKey, refuseErased, wasErasedSince } from "@/lib/accounts/erased/erased";
import { aProject } from "@/testing/factories";

const erased = "This person was erased, so nothing about them is stored.";

test("a person erased in one project is erased there only, also in concurrent lookups", async () => {
  const [foreign, other, third] = [await aProject(), await aProject(), await aProject()];
  const at = new Date("2026-05-01T12:00:00Z");
  for (const [kind, id] of [
    ["user", "u1"],
    ["device", "d1"],
  ] as const) {
    await sql`
      insert into erased_ids (project_id, key, erased_at)
      values (${foreign.project.id}, ${erasedKey(foreign.project.id, kind, id)}, ${at}),
        (${third.project.id}, ${erasedKey(third.project.id, kind, "somebody else")}, ${at})`;
  }
  const query = [
    refuseErased(foreign.project.id, { user: "u1", instance: "i1" }),
    refuseErased(other.project.id, { user: "u1", instance: "i1" }),
    refuseErased(third.project.id, { user: "u1", instance: "i1" }),
    refuseErased(foreign.project.id, { user: "u2", instance: "u1" }),
  ];
  expect((await Promise.allSettled(query)).map(({ status }) => status)).toEqual([
    "rejected",
    "fulfilled",
    "fulfilled",
    "fulfilled",
  ]);
  await expect(query[0]).rejects.toThrow(erased);

  const since = (project: typeof foreign, minutes: number) =>
    wasErasedSince(project.project.id, new Date(at.getTime() + minutes * 60_000), {
      device: "d1",
      network: undefined,
    });
  expect(
    await Promise.all([since(foreign, -1), since(foreign, 1), since(other, -1), since(third, -1)]),
  ).toEqual([true, false, false, false]);
});
