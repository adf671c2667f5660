/** Query parameters that several endpoints share, with the messages of the interface. */
import { z } from "zod";
import type { ErrorCode } from "@/lib/base/error-codes";
import { t } from "@/lib/base/languages/texts";

/** Rejects a value, with its own error code or status; the first one becomes the response. */
export function rejectValue(
  context: z.RefinementCtx,
  message: string,
  params: { code?: ErrorCode; status?: number } = {},
): never {
  context.addIssue({ code: "custom", message, params });
  return z.NEVER;
}

/** Keeps the product of page and limit exact in both JavaScript and Postgres. */
const maxPage = 9_000_000_000_000;

export const pageParam = z
  .string()
  .optional()
  .transform((value, context) => {
    if (value === undefined) return 1;
    if (/^[1-9]\d{0,12}$/.test(value) && Number(value) <= maxPage) return Number(value);
    return rejectValue(context, `Invalid page number '${value}'. Page must be a positive integer.`, {
      code: "invalid_page",
    });
  })
  .meta({
    description: "The page, starting at 1.",
    type: "integer",
    minimum: 1,
    usual: 1,
    example: 1,
  });

export const limitParam = (defaultValue: number, max: number) =>
  z
    .string()
    .optional()
    .transform((value, context) => {
      if (value === undefined) return defaultValue;
      if (!/^[1-9]\d*$/.test(value)) {
        return rejectValue(context, `Invalid limit '${value}'. Limit must be between 1 and ${max}.`, {
          code: "invalid_limit",
        });
      }
      if (value.length > 9 || Number(value) > max) {
        return rejectValue(context, `Limit ${value} exceeds maximum allowed value of ${max}.`, {
          code: "invalid_limit",
        });
      }
      return Number(value);
    })
    .meta({
      description: "The number of items per page.",
      type: "integer",
      minimum: 1,
      maximum: max,
      usual: defaultValue,
      example: defaultValue,
    });

export const paginationOf = (total: number, page: number, limit: number) => ({
  total,
  pages: Math.ceil(total / limit),
  page,
  limit,
});

export const oneOfParam = <T extends string>(name: string, values: readonly T[]) =>
  z
    .enum(values as [T, ...T[]], {
      error: t("{name} must be one of {values}.", { name, values: values.join(", ") }),
    })
    .optional();
