import { requiredLine } from "@/lib/base/fields";

/** A pasted access token, limited to characters that are valid in headers and URLs. */
export const tokenField = (what: string, max = 4_000) =>
  requiredLine(what, max).regex(
    /^[\x21-\x7e]*$/,
    `${what} must not have spaces or line breaks. Copy it again.`,
  );
