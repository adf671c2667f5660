import { expect, test } from "vitest";
import { deliveryNote } from "./delivery-note";

const organic = "Organic, and the mapping has no rule for organic installs.";
const live = { mode: "live" } as const;

test("the current reason for not sending is not shown as the reason for an earlier delivery", () => {
  const preview = { destination: live, would: "not", text: organic } as const;
  expect(deliveryNote({ ...preview, delivery: { state: "sent" } })).toBe(
    `With the current settings, it wouldn't be sent. ${organic}`,
  );
  expect(deliveryNote({ ...preview, delivery: { state: "skipped" } })).toBe(organic);
  expect(deliveryNote({ ...preview, delivery: null })).toBe(organic);
});

test("a delivery that would be sent mentions that its destination is paused or in dry run", () => {
  const preview = { would: "send", text: null, delivery: null } as const;
  expect(deliveryNote({ ...preview, destination: { mode: "dry_run" } })).toBe(
    "It's a dry run, so events aren't sent.",
  );
  expect(deliveryNote({ ...preview, destination: live })).toBe("");
});
