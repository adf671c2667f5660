import { expect, test } from "vitest";
import { z } from "zod";
import { zodResolver } from "./zod-resolver";

const schema = z.object({
  name: z.string().trim().min(3, "Too short.").regex(/^a/, "Must begin with a."),
  keys: z.array(z.object({ label: z.string().min(1, "A label.") })),
});
const resolve = (values: z.input<typeof schema>) =>
  zodResolver(schema)(values, undefined, { fields: {}, shouldUseNativeValidation: false });

test("valid input is returned as the schema transforms it", async () => {
  const answer = await resolve({ name: "  abc ", keys: [] });
  expect(answer).toEqual({ values: { name: "abc", keys: [] }, errors: {} });
});

test("a field shows its first error only", async () => {
  const { errors } = await resolve({ name: "x", keys: [] });
  expect(errors.name?.message).toBe("Too short.");
});

test("an error inside a list is shown at its entry", async () => {
  const { errors } = await resolve({ name: "abc", keys: [{ label: "ok" }, { label: "" }] });
  expect(errors.keys?.[1]?.label?.message).toBe("A label.");
  expect(errors.name).toBeUndefined();
});

test("an error of the whole input belongs to the form", async () => {
  const whole = z.object({ a: z.string() }).refine(() => false, "Nothing fits.");
  const answer = await zodResolver(whole)({ a: "" }, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  });
  expect(answer.errors.root?.message).toBe("Nothing fits.");
});
