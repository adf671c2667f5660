import { expect, test } from "vitest";
import { z } from "zod";
import { zodResolver } from "./zod-resolver";

const schema = z.object({
  name: z.string().trim().min(3, "Too short.").regex(/^a/, "Must begin with a."),
  keys: z.array(z.object({ label: z.string().min(1, "A label.") })),
});
const resolve = (values: z.input<typeof schema>) =>
  zodResolver(schema)(values, undefined, { fields: {}, shouldUseNativeValidation: false });

test("good input comes out as the schema makes it", async () => {
  const answer = await resolve({ name: "  abc ", keys: [] });
  expect(answer).toEqual({ values: { name: "abc", keys: [] }, errors: {} });
});

test("a field shows its first complaint only", async () => {
  const { errors } = await resolve({ name: "x", keys: [] });
  expect(errors.name?.message).toBe("Too short.");
});

test("a complaint about something inside a list stands at its place", async () => {
  const { errors } = await resolve({ name: "abc", keys: [{ label: "ok" }, { label: "" }] });
  expect(errors.keys?.[1]?.label?.message).toBe("A label.");
  expect(errors.name).toBeUndefined();
});

test("a complaint about the whole is about the form", async () => {
  const whole = z.object({ a: z.string() }).refine(() => false, "Nothing fits.");
  const answer = await zodResolver(whole)({ a: "" }, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  });
  expect(answer.errors.root?.message).toBe("Nothing fits.");
});
