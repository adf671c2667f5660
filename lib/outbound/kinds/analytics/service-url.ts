import { requiredLine } from "@/lib/base/fields";

/** The address of a service's server, without a query and a trailing slash. */
export const serviceUrl = (what: string) =>
  requiredLine(what, 500)
    .refine(isServiceUrl, `${what} must be an address such as https://example.com.`)
    .transform((url) => url.replace(/\/+$/, ""));

function isServiceUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return protocol === "https:" && [username, password, search, hash].every((part) => part === "");
}
