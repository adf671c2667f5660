/** Validates URLs with macros. Pure. */
import { z } from "zod";
import { clearableText } from "@/lib/base/fields";
import { nearestWord } from "@/lib/base/text/nearest";
import { isWebAddress } from "@/lib/base/web/web-address";
import { signatureMacro, unknownMacros } from "@/lib/outbound/kinds/postbacks/macros";
import { knownMacros, withOwnMacros } from "@/lib/outbound/kinds/postbacks/vendor-macros";

const named = (names: string[]) => names.map((name) => `{${name}}`).join(", ");

/** The problem in a sentence for the member who entered the template. */
function complaintAbout(template: string, also: readonly string[] = []): string | null {
  const unknown = unknownMacros(template, also);
  if (unknown.length > 0) {
    const meant = [
      ...new Set(unknown.flatMap((name) => nearestWord(name.toLowerCase(), [...knownMacros]) ?? [])),
    ];
    const hint = meant.length > 0 ? ` Did you mean ${named(meant)}?` : "";
    return `Unknown ${unknown.length === 1 ? "macro" : "macros"}: ${named(unknown)}.${hint}`;
  }
  const plain = template.replaceAll(/\{[A-Za-z0-9_]+\}/g, "0");
  if (/[{}]/.test(plain)) return "Write macros as {click_id}, with one brace on each side.";
  if (!isWebAddress(plain)) return "Enter a URL that begins with https:// or http://.";
  const host = /^https?:\/\/([^/?#]*)/i.exec(template)?.[1] ?? "";
  if (host.includes("{")) return "The host name can't contain a macro.";
  if (template.includes("#")) return "Leave out # and everything after it. Servers never receive it.";
  return null;
}

/** The signature covers the parameters and is itself one of them. */
function complaintAboutSignature(template: string): string | null {
  const count = template.split(signatureMacro).length - 1;
  const query = template.slice(template.indexOf("?") + 1).split("&");
  const isParameter = query.some((pair) => /^[^=]+=\{signature\}$/.test(pair));
  if (count === 0 || (count === 1 && template.includes("?") && isParameter)) return null;
  return "Use {signature} only once, as the value of its own parameter.";
}

const checked = (what: string, check: (template: string) => string | null) =>
  clearableText(what, 2_000)
    .transform((template) => template && withOwnMacros(template))
    .superRefine((template, context) => {
      const complaint = template === null ? null : check(template);
      if (complaint !== null) context.addIssue({ code: "custom", message: complaint });
    });

const complaintAboutScheme = (template: string) =>
  /^https:/i.test(template) ? null : "Enter a URL that begins with https://.";

/** If blank, no postback is sent. Placeholders of other services become Cairn's macros. */
export const urlTemplate = (what: string, isSecure: boolean) =>
  checked(
    what,
    (template) =>
      complaintAbout(template, ["signature"]) ??
      complaintAboutSignature(template) ??
      (isSecure ? complaintAboutScheme(template) : null),
  )
    .optional()
    .transform((template) => template ?? null);

export const addressTemplate = (what: string): z.ZodType<string> =>
  z
    .string({ error: `${what} is required.` })
    .trim()
    .min(1, `${what} is required.`)
    .max(2_000, `${what} must be at most 2000 characters long.`)
    .transform(withOwnMacros)
    .superRefine((template, context) => {
      const complaint = complaintAbout(template);
      if (complaint !== null) context.addIssue({ code: "custom", message: complaint });
    });
