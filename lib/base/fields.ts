/** Form fields that several domains share. Runs in the browser too. */
import { z } from "zod";
import { t } from "@/lib/base/languages/texts";
import { limitParam, pageParam } from "@/lib/base/params";
import { isWebAddress } from "@/lib/base/web/web-address";

const text = (what: string) =>
  z.string({
    error: ({ input }) =>
      input === undefined || input === null
        ? t("{what} is required.", { what })
        : t("{what} must be text.", { what }),
  });

/** Required text, displayed in one line. */
export const requiredLine = (what: string, max = 100) =>
  text(what)
    .trim()
    .min(1, t("{what} is required.", { what }))
    .max(max, t("{what} must be at most {max} characters long.", { what, max }));

/** Blank and null both become null. Add `.optional()` if an absent field means no change. */
export const clearableText = (what: string, max = 200) =>
  z
    .string({ error: t("{what} must be text.", { what }) })
    .trim()
    .max(max, t("{what} must be at most {max} characters long.", { what, max }))
    .nullable()
    .transform((value) => value || null);

export const email = text("Email")
  .trim()
  .toLowerCase()
  .max(254, t("Email must be at most 254 characters long."))
  .regex(/^[^\s@<>,;"]+@[^\s@<>,;"]+$/, t("Enter an email address."));

/** An address that a browser may be sent to; blank and null both become null. */
export const webAddress = (what: string) =>
  clearableText(what, 2000).refine((value) => value === null || (!/\s/u.test(value) && isWebAddress(value)), {
    error: `${what} must be a URL that begins with http:// or https://.`,
  });

export const requireChange = (changes: object) => Object.values(changes).some((value) => value !== undefined);
export const noChangesText = t("The request has no changes.");

export const changedMeanwhile = t("Someone else changed this in the meantime. Review it and try again.");

/**
 * The time of the last change when the form was opened. A later change by another member is then reported, not silently
 * overwritten.
 */
export const versionSeen = z.iso
  .datetime({ error: "seen must be the time of the last change, as the API returned it." })
  .optional()
  .meta({
    description:
      "The time of the last change, as the API returned it. If there is a later change, the response is 412.",
  });

/** The query parameters of a list in the dashboard. */
export const pageQuery = z.object({ page: pageParam, limit: limitParam(50, 200) });

export const pagination = z.object({
  total: z.number().int(),
  pages: z.number().int(),
  page: z.number().int(),
  limit: z.number().int(),
});

export const timestamp = z.iso.datetime();

/** A malformed ID cannot exist, so the answer is the same as for an unknown one. */
const id = z.string().transform((value, context) => {
  if (/^[1-9]\d{0,14}$/.test(value)) return Number(value);
  context.addIssue({ code: "custom", message: t("Not found."), params: { code: "not_found" } });
  return z.NEVER;
});

/** A path parameter that is a numeric ID. */
export const idParams = <Name extends string>(name: Name) =>
  z.object({ [name]: id } as Record<Name, typeof id>);

export const removedById = z.object({ id: z.number().int() });
