import { expect, test } from "vitest";
import { auditChanges } from "./audit-diff";

test("an audit entry with earlier values shows only the differences", () => {
  const detail = {
    name: "New",
    tags: ["a"],
    ends_at: "2030-01-01T00:00:00.000Z",
    limit: 5,
    before: { name: "Old", tags: ["a"], ends_at: "2030-01-01T00:00:00+00:00" },
  };
  expect(auditChanges({ detail })).toEqual([
    { field: "name", from: "Old", to: "New" },
    { field: "limit", from: undefined, to: 5 },
  ]);
});

test("a role change lists the roles by project if they were given by project", () => {
  expect(auditChanges({ detail: { from: "viewer", to: "admin" } })).toEqual([
    { field: "role", from: "viewer", to: "admin" },
  ]);
  const byProject = { from: { Trailhead: "viewer" }, to: { Trailhead: "viewer", Summit: "admin" } };
  expect(auditChanges({ detail: byProject })).toEqual([{ field: "Summit", from: undefined, to: "admin" }]);
});

test("an entry without earlier values has no changes", () => {
  expect(auditChanges({ detail: { name: "New" } })).toEqual([]);
});
