import { statementText } from "@/db/client/statement-text";
import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { monthStartOf } from "@/lib/base/days";
import { minorUnitRatio, toMinorUnits } from "@/lib/base/money";
import { Refusal } from "@/lib/base/refusal";
import { dayIn } from "@/lib/base/time";
import { knownNetworkCode } from "@/lib/campaigns/known-network";
import { type BudgetFigures, figuresOfBudget } from "@/lib/spend/budgets/columns";
import {
  type BudgetRow,
  findBudgets,
  hasCampaign,
  hasRate,
  shownBudgets,
  storeBudget,
} from "@/lib/spend/budgets/queries";
import { budgetPacing, periodOfBudget } from "@/lib/spend/budgets/rules";
import { type Budget, type BudgetInput, type BudgetList, maxBudgets } from "@/lib/spend/budgets/schema";

export { removeBudget } from "@/lib/spend/budgets/queries";

type Owner = Pick<Project, "id" | "accountId" | "currency" | "timeZone">;

/** Budgets in their periods of a day, with their pacing at the beginning of `today`. */
export async function budgetsOn(
  project: Owner,
  today: string,
  { campaign = null, day = today }: { campaign?: number | null; day?: string } = {},
): Promise<Budget[]> {
  const rows = await findBudgets(project, { today, month: monthStartOf(day), campaign });
  return rows.map((row) => present(row, project, { today, day }));
}

/** The budget's figures of each campaign that has one. */
export async function campaignBudgets(project: Owner, now: Date): Promise<Map<number, BudgetFigures>> {
  const budgets = await budgetsOn(project, dayIn(project.timeZone, now));
  return new Map(budgets.flatMap((one) => (one.campaign ? [[one.campaign.id, figuresOfBudget(one)]] : [])));
}

/** Budgets with their pacing, of one campaign or all. */
export async function listBudgets(
  project: Owner,
  campaign: number | undefined,
  now: Date,
): Promise<BudgetList> {
  const today = dayIn(project.timeZone, now);
  const budgets = await budgetsOn(project, today, { campaign: campaign ?? null });
  return { currency: project.currency, today, budgets };
}

/** The statement that returns the budgets with their pacing. */
export async function budgetsSql(project: Owner, campaign: number | undefined, now: Date) {
  const today = dayIn(project.timeZone, now);
  const periods = { today, month: monthStartOf(today), campaign: campaign ?? null };
  const rows = await findBudgets(project, periods);
  const statement = shownBudgets(project, periods, [...new Set(rows.map(({ currency }) => currency))]);
  return {
    sql: `-- Budgets and their pacing on ${today}. Money is in ${project.currency}.\n${statementText(statement)};`,
    left_out: [],
  };
}

function present(
  row: BudgetRow,
  { currency }: Pick<Project, "currency">,
  { today, day }: { today: string; day: string },
): Budget {
  const { id, campaign, network, amount_minor, from_day: from, to_day: to, spent, rate } = row;
  const period = periodOfBudget({ from, to }, day);
  const budget =
    rate === null ? null : Math.round(amount_minor * rate * minorUnitRatio(row.currency, currency));
  return {
    ...{ id, campaign, network, amount_minor, currency: row.currency, from, to, period, spent },
    pacing: budget === null ? null : { budget, ...budgetPacing(budget, row, period, today) },
  };
}

const wrong = (field: string, message: string) =>
  new Refusal("invalid_request", message, { fields: { [field]: message } });

/** Replaces the budget of the same campaign or network. */
export async function setBudget(
  project: Owner,
  input: BudgetInput,
  by: Actor,
  now: Date,
): Promise<{ budget: Budget }> {
  const { amount, campaign_id: campaign, currency } = input;
  const network = (await knownNetworkCode(project.id, input.network)) ?? null;
  if (campaign !== null && !(await hasCampaign(project.id, campaign)))
    throw wrong("campaign_id", "This campaign does not exist.");
  const today = dayIn(project.timeZone, now);
  if (!(await hasRate(project, currency, today)))
    throw wrong("currency", `There is no exchange rate for ${currency}. Add one under Spend.`);
  const amountMinor = toMinorUnits(amount, currency);
  if (amountMinor === 0) throw wrong("amount", "Enter an amount above zero.");
  const id = await storeBudget(project, { ...input, network, amountMinor }, by, now);
  if (id === null)
    throw new Refusal("limit_reached", `A project has at most ${maxBudgets} budgets. Remove some first.`);
  const { budgets } = await listBudgets(project, campaign ?? undefined, now);
  const budget = budgets.find((one) => one.id === id);
  if (!budget) throw new Refusal("not_found", "Not found.");
  return { budget };
}
