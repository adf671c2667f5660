/** Budgets of campaigns and networks, and their pacing. Runs in the browser too. */
import { z } from "zod";
import { dayCount } from "@/lib/base/days";
import { isCurrency, maxMajorUnits } from "@/lib/base/money";
import { networkName } from "@/lib/campaigns/network-name";

export const maxBudgets = 1_000;
const maxDays = 366;

const badAmount = "Enter an amount above zero.";
const badDay = "Enter a day such as 2026-05-01.";
const day = z
  .string({ error: badDay })
  .refine((text) => z.iso.date().safeParse(text).success && !text.startsWith("0000"), badDay)
  .nullable()
  .default(null);

export const budgetInput = z
  .object({
    campaign_id: z.number({ error: "Choose a campaign." }).int().positive().nullable().default(null),
    network: z.string({ error: "Unknown ad network." }).transform(networkName).nullable().default(null),
    amount: z
      .number({ error: badAmount })
      .positive(badAmount)
      .max(maxMajorUnits, "This amount is too large.")
      .meta({ description: "In units of the currency." }),
    currency: z
      .string({ error: "Choose a currency." })
      .refine(isCurrency, "Choose a currency.")
      .meta({ example: "EUR" }),
    from: day.meta({ description: "The first day of the period. Null for each calendar month." }),
    to: day.meta({ description: "The last day of the period. Null for each calendar month." }),
  })
  .superRefine(({ campaign_id, network, from, to }, context) => {
    const complain = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if ((campaign_id === null) === (network === null))
      complain("campaign_id", "Choose a campaign or a network.");
    if (from === null && to !== null) complain("from", "Enter the first day, too.");
    else if (from !== null && to === null) complain("to", "Enter the last day, too.");
    else if (from !== null && to !== null && to < from)
      complain("to", "The last day must not be before the first.");
    else if (from !== null && to !== null && dayCount(from, to) > maxDays)
      complain("to", "A period has at most 366 days.");
  });
export type BudgetInput = z.output<typeof budgetInput>;

const minor = z.number().int();

const budget = z.object({
  id: z.number().int(),
  campaign: z.object({ id: z.number().int(), name: z.string(), active: z.boolean() }).nullable(),
  network: z.string().nullable(),
  /** In minor units of its own currency. */
  amount_minor: minor,
  currency: z.string(),
  /** Null for each calendar month. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** The present period: this month, or the budget's own days. */
  period: z.object({ from: z.string(), to: z.string() }),
  /** Spend of the period so far, in minor units of the project's currency. */
  spent: minor,
  /** In the project's currency; null without an exchange rate. */
  pacing: z
    .object({
      budget: minor,
      /** Spend of complete days, and their share of the budget. */
      complete: minor,
      expected: minor,
      /** Spend of complete days against the expected: 0.18 is 18 % over. Null before the first complete day. */
      pace: z.number().nullable(),
      projected: minor.nullable(),
      days: z.object({ complete: z.number().int(), all: z.number().int() }),
    })
    .nullable(),
});
export type Budget = z.output<typeof budget>;

export const budgetQuery = z.object({
  campaign: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, "campaign must be the ID of a campaign.")
    .transform(Number)
    .optional()
    .meta({ description: "The ID of a campaign, for its budget only." }),
});

export const budgetList = z.object({
  /** The currency of spend and pacing. */
  currency: z.string(),
  today: z.string(),
  budgets: z.array(budget),
});
export type BudgetList = z.output<typeof budgetList>;
export const oneBudget = z.object({ budget });
