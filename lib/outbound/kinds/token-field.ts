import { line } from "@/lib/base/fields";

/** A token as networks show it, to be pasted: nothing that a header or an address could not carry. */
export const tokenField = (what: string, max = 4_000) =>
  line(what, max).regex(/^[\x21-\x7e]*$/, `${what} must not have spaces or line breaks. Copy it again.`);
