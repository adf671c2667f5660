import { expect, test } from "vitest";
import { noteOf } from "./delivery-note";

const organic = "Organic, and the mapping has no rule for organic installs.";
const live = { mode: "live" } as const;

test("why something would not be sent now is not said as if it were why it was", () => {
  const preview = { destination: live, would: "not", words: organic } as const;
  expect(noteOf({ ...preview, delivery: { state: "sent" } })).toBe(
    `With the current settings, it wouldn't be sent. ${organic}`,
  );
  expect(noteOf({ ...preview, delivery: { state: "skipped" } })).toBe(organic);
  expect(noteOf({ ...preview, delivery: null })).toBe(organic);
});

test("what would be sent says that its destination sends nothing", () => {
  const preview = { would: "send", words: null, delivery: null } as const;
  expect(noteOf({ ...preview, destination: { mode: "dry_run" } })).toBe(
    "It's a dry run, so events aren't sent.",
  );
  expect(noteOf({ ...preview, destination: live })).toBe("");
});
