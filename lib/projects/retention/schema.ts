import { z } from "zod";
import { t } from "@/lib/base/languages/texts";
import {
  maxDays,
  type RetentionKind,
  retentionKindNames,
  retentionKinds,
} from "@/lib/projects/retention/kinds";

const period = (kind: RetentionKind) => {
  const { least: min } = retentionKinds[kind];
  return z.union(
    [
      z
        .number({ error: t("Enter a number of days.") })
        .int("Enter whole days.")
        .min(min, t("Enter at least {min, plural, one {# day} other {# days}}.", { min }))
        .max(
          maxDays,
          t("Enter at most {maxDays} days. To keep the data longer, choose forever.", { maxDays }),
        ),
      z.literal("ever"),
      z.null(),
    ],
    {
      error: (issue) => {
        const [first] = ((issue as { errors?: { message: string }[][] }).errors ?? [[]])[0] ?? [];
        return typeof issue.input === "number" && first ? first.message : t("Enter a number of days.");
      },
    },
  );
};

/** For each kind: days, `ever`, or null for the instance's setting. Absent kinds do not change. */
export const retentionInput = z.object(
  Object.fromEntries(retentionKindNames.map((kind) => [kind, period(kind).optional()])) as Record<
    RetentionKind,
    z.ZodOptional<ReturnType<typeof period>>
  >,
);

export type RetentionInput = z.output<typeof retentionInput>;

const days = z.number().int().nullable();

export const retention = z.object({
  kinds: z.array(
    z.object({
      kind: z.enum(retentionKindNames),
      label: z.string(),
      meaning: z.string(),
      least: z.number().int(),
      setting: z.union([z.number().int(), z.literal("ever")]).nullable(),
      /** Null means forever. */
      usual: days,
      effective: days,
      /** The first day with complete data, once data was removed. */
      removed_before: z.string().nullable(),
    }),
  ),
});
export type RetentionRow = z.output<typeof retention>["kinds"][number];
