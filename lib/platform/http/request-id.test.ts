import { expect, test } from "vitest";
import { requestIdOf } from "@/lib/platform/http/request-id";

test("a valid ID of a trusted proxy is used", () => {
  for (const id of [
    "7f1c3a52e9b04d6c8a7b3f0e1d2c4b5a",
    "0af76519-16cd-43dd-8448-eb211c80319c",
    "Root=1-67891233-ab:1/2+3",
  ])
    expect(requestIdOf(id, true)).toBe(id);
});

test("an ID that is too short, too long, invalid or repeated is not", () => {
  for (const header of [
    undefined,
    "",
    "short",
    "x".repeat(129),
    "ada@example.com",
    "with a space in it",
    "line\nbreak-in-it",
    "two-of-them, two-of-them",
    ["one-of-two", "two-of-two"],
  ])
    expect(requestIdOf(header, true)).toMatch(/^[0-9A-Za-z]{9,}$/);
});

test("the ID of other clients is not, and generated ones differ", () => {
  const made = ["from-a-caller", "from-a-caller"].map((header) => requestIdOf(header, false));
  expect(made).not.toContain("from-a-caller");
  expect(new Set(made).size).toBe(2);
});
