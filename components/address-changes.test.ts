import { expect, test } from "vitest";
import { AddressChanges } from "./address-changes";

test("a change builds on the newest one while the router still shows older ones", () => {
  const changes = new AddressChanges();
  expect(changes.newest).toBeUndefined();
  changes.shown("/list");
  changes.wrote("/list?network=META");
  changes.wrote("/list?network=META&sort=name");
  changes.shown("/list?network=META");
  expect(changes.newest).toBe("/list?network=META&sort=name");
  changes.shown("/list?network=META&sort=name");
  // Every component that reads the address reports it.
  changes.shown("/list?network=META&sort=name");
  expect(changes.newest).toBe("/list?network=META&sort=name");
});

test.each(["/other", "/list", "/list?page=2"])("a navigation to %s ends the changes", (address) => {
  const changes = new AddressChanges();
  changes.wrote("/list?network=META");
  changes.wrote("/list?network=META&sort=name");
  changes.shown(address);
  expect(changes.newest).toBeUndefined();
});
