/** Publishers by the time from click to install, and evidence of fraud. Runs in the browser too. */
import { z } from "zod";
import { ruleNames } from "@/lib/attribution/fraud/rules";
import { day } from "@/lib/base/day-params";
import { dayCount } from "@/lib/base/days";
import { t } from "@/lib/base/languages/texts";
import { oneOfParam } from "@/lib/base/params";
import { networkName } from "@/lib/campaigns/network-name";

/** The limit of days, because all their installs are read. */
const maxSourceDays = 92;

/** With fewer installs, shares say little. */
export const smallSample = 30;

/** Classes of the time from click to install: the label, and the first second that is too long. */
export const clickTimes = [
  { label: t("Under 10 s"), below: 10 },
  { label: "10–60 s", below: 60 },
  { label: "1–5 min", below: 300 },
  { label: "5–60 min", below: 3_600 },
  { label: "1–6 h", below: 21_600 },
  { label: "6–24 h", below: 86_400 },
  { label: "1–7 days", below: 604_800 },
  { label: t("Over 7 days"), below: null },
] as const;

const id = (what: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,14}$/, `${what} must be a number.`)
    .transform(Number)
    .optional();

const filter = {
  from: day("from", t("The first day of the installs, in the project's time zone.")),
  to: day("to", t("The last day of the installs, in the project's time zone.")),
  network: z.string().transform(networkName).optional().meta({ description: "A network's code." }),
  affiliate: id("affiliate").meta({ description: "The ID of an affiliate." }),
  campaign: id("campaign").meta({ description: "The ID of a campaign." }),
};

type Days = { from: string | null; to: string | null };

function checkDays({ from, to }: Days, context: z.RefinementCtx) {
  const wrong = (message: string) => context.addIssue({ code: "custom", message, params: { status: 422 } });
  if ((from === null) !== (to === null)) wrong(t("Set both from and to, or neither."));
  else if (from !== null && to !== null && from > to) wrong("from must not be after to.");
  else if (from !== null && to !== null && dayCount(from, to) > maxSourceDays)
    wrong(t("Choose at most {maxSourceDays} days.", { maxSourceDays }));
}

/** The default is the last thirty days. */
export const sourcesQuery = z.object(filter).superRefine(checkDays);
export type SourcesQuery = z.output<typeof sourcesQuery>;

export const evidenceQuery = z
  .object({ ...filter, rule: oneOfParam("rule", ruleNames).meta({ description: "A fraud rule." }) })
  .superRefine(checkDays);
export type EvidenceQuery = z.output<typeof evidenceQuery>;

/** `times` are installs in each class of `clickTimes`. */
const timed = z.object({ installs: z.number().int(), times: z.array(z.number().int()) });

const publisher = timed.extend({
  network: z.string().nullable(),
  /** Null: the clicks had no publisher. */
  publisher: z.string().nullable(),
  /** Of these installs, the ones with a finding. */
  suspicious: z.number().int(),
});
export type PublisherTimes = z.output<typeof publisher>;

export const sourcesData = z.object({
  from: z.string(),
  to: z.string(),
  time_zone: z.string(),
  /** All attributed installs of the filter with a click. */
  total: timed,
  /** The largest by installs. */
  publishers: z.array(publisher),
  /** True if further publishers are left out. */
  more: z.boolean(),
  /** The rows of the evidence with the same filter. */
  evidence: z.object({
    installs: z.number().int(),
    /** Installs that are attributed in spite of a finding, and installs that are not. */
    attributed: z.number().int(),
    not_attributed: z.number().int(),
  }),
  /** Payments of the same days whose store's check failed, by the reason, the most frequent first. */
  invalid_purchases: z.array(
    z.object({
      reason: z.string().nullable(),
      /** The reason in words. */
      text: z.string().nullable(),
      payments: z.number().int(),
      users: z.number().int(),
    }),
  ),
});
export type SourcesData = z.output<typeof sourcesData>;
