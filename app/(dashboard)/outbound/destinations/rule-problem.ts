/** The first message anywhere among the errors of a form's part. */
export function firstMessage(errors: unknown): string | undefined {
  if (typeof errors !== "object" || errors === null) return undefined;
  if ("message" in errors && typeof errors.message === "string") return errors.message;
  for (const [name, each] of Object.entries(errors)) {
    // Where the input is on the page, which leads back to itself.
    const found = name === "ref" ? undefined : firstMessage(each);
    if (found !== undefined) return found;
  }
  return undefined;
}
