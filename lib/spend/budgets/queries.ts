import { type Fragment, sql } from "@/db";
import { isBelowRowLimit } from "@/db/row-limit";
import type { Actor } from "@/lib/accounts/audit/actor";
import { audited, withBefore } from "@/lib/accounts/audit/queries";
import { type Owner, removeRow } from "@/lib/accounts/audit/remove-queries";
import type { ProjectId } from "@/lib/base/ids";
import { currencyDigits, minorUnitRatio } from "@/lib/base/money";
import { ledgerSums } from "@/lib/ledger/sum-queries";
import { type BudgetColumnId, budgetColumnIds, budgetColumns } from "@/lib/spend/budgets/columns";
import { recentDays } from "@/lib/spend/budgets/rules";
import { type BudgetInput, maxBudgets } from "@/lib/spend/budgets/schema";

export type BudgetRow = {
  id: number;
  campaign: { id: number; name: string; active: boolean } | null;
  network: string | null;
  amount_minor: number;
  currency: string;
  from_day: string | null;
  to_day: string | null;
  spent: number;
  complete: number;
  recent: number;
  /** Units of the project's currency per unit of the budget's; null without a rate. */
  rate: number | null;
};

type Currency = { id: ProjectId; currency: string };
type Periods = { today: string; month: string; campaign: number | null };

// Budgets are settings: a replica may not have the one that was just stored.
export const findBudgets = (project: Currency, periods: Periods): Promise<BudgetRow[]> =>
  sql<BudgetRow[]>`${budgetRows(project, periods)}`;

/** Budgets with the spend of their periods. A monthly budget's period is the month from `month` on. */
function budgetRows({ id, currency }: Currency, { today, month, campaign }: Periods): Fragment {
  return sql`
    with known as materialized (
      select b.id, b.campaign_id, b.network, b.amount_minor, b.currency, b.from_day, b.to_day,
        coalesce(b.from_day, ${month}::text::date) as since, least(coalesce(b.to_day, ${today}::text::date), ${today}::text::date) as until
      from budgets b
      where b.project_id = ${id} and (${campaign}::bigint is null or b.campaign_id = ${campaign})
    ),
    spent as (
      select k.id, sum(s.amount) as spent, sum(s.amount) filter (where s.day < ${today}::text) as complete,
        sum(s.amount) filter (where s.day::date > least(k.until, ${today}::text::date - 1) - ${recentDays}::int
          and s.day < ${today}::text) as recent
      from known k
      join (${ledgerSums(id, {
        by: ["day", "campaign_id", "network"],
        measures: ["spend"],
        days: { from: sql`(select min(since) from known)`, to: sql`(select max(until) from known)` },
        organic: false,
      })}) s on (s.campaign_id = k.campaign_id or s.network = k.network) and s.day::date between k.since and k.until
      group by k.id
    )
    select k.id, k.network, k.amount_minor, k.currency, k.from_day::text as from_day, k.to_day::text as to_day,
      case when k.campaign_id is not null then json_build_object('id', c.id, 'name', c.name, 'active', c.active) end as campaign,
      coalesce(s.spent, 0)::bigint as spent, coalesce(s.complete, 0)::bigint as complete,
      coalesce(s.recent, 0)::bigint as recent,
      case when k.currency = ${currency} then 1 else (
        select r.rate::float8 from exchange_rates r
        where r.project_id = ${id} and r.currency = k.currency and r.day <= ${today}::text::date
        order by r.day desc limit 1) end as rate
    from known k
    left join spent s on s.id = k.id
    left join campaigns c on c.project_id = ${id} and c.id = k.campaign_id and c.deleted_at is null
    where k.campaign_id is null or c.id is not null
    order by lower(coalesce(c.name, k.network)), k.id`;
}

/** The statement that returns the budgets with their pacing, as `budgetPacing` computes it. */
export function shownBudgets(
  project: Currency,
  periods: Periods,
  /** The currencies of the budgets. */
  currencies: readonly string[],
): Fragment {
  const { today, month } = periods;
  const digits = currencyDigits(project.currency);
  const money = (text: string) => `round((${text}) / ${10 ** digits}.0, ${digits})`;
  const columns: Record<BudgetColumnId, string> = {
    budget: money("p.budget"),
    budget_spent: money("p.spent"),
    budget_expected: money("round(p.budget * p.done / p.all_days)"),
    budget_projected: money(
      `p.complete + case when p.budget is not null then 1.0 * p.recent / nullif(least(p.done, ${recentDays}), 0) end * (p.all_days - p.done)`,
    ),
    budget_pace: "round(100 * p.complete / nullif(p.budget * p.done / p.all_days, 0), 2)",
  };
  const ratios = currencies.map((code) => `when '${code}' then ${minorUnitRatio(code, project.currency)}`);
  const ratio = ratios.length === 0 ? "1" : `case d.currency ${ratios.join(" ")} end`;
  const figures = budgetColumnIds.map((name) => {
    const { label, unit } = budgetColumns[name];
    return `${columns[name]} as "${label} (${unit === "money" ? project.currency : "%"})"`;
  });
  return sql`
    select p.id, p.name as "Budget of", p.first_day as "First day", p.last_day as "Last day",
      ${sql.unsafe(figures.join(",\n"))}
    from (
      select d.*, d.last_day - d.first_day + 1 as all_days,
        greatest(least(d.last_day, ${today}::text::date - 1) - d.first_day + 1, 0) as done,
        round((d.amount_minor * d.rate * ${sql.unsafe(ratio)})::numeric) as budget
      from (
        select b.*, coalesce(b.campaign->>'name', b.network) as name,
          coalesce(b.from_day::date, ${month}::text::date) as first_day,
          coalesce(b.to_day::date, (${month}::text::date + interval '1 month')::date - 1) as last_day
        from (${budgetRows(project, periods)}) b
      ) d
    ) p`;
}

/** True if spend in this currency can be converted. */
export async function hasRate(project: Currency, currency: string, today: string): Promise<boolean> {
  if (currency === project.currency) return true;
  const [row] = await sql`
    select 1 from exchange_rates r
    where r.project_id = ${project.id} and r.currency = ${currency} and r.day <= ${today}::text::date limit 1`;
  return row !== undefined;
}

export async function hasCampaign(projectId: ProjectId, campaign: number): Promise<boolean> {
  const [row] = await sql`
    select 1 from campaigns c where c.project_id = ${projectId} and c.id = ${campaign} and c.deleted_at is null`;
  return row !== undefined;
}

/** The budget replaces the one of the same campaign or network. Null if there are too many. */
export async function storeBudget(
  { accountId: account, id: project }: Owner,
  budget: Omit<BudgetInput, "amount"> & { amountMinor: number },
  by: Actor,
  now: Date,
): Promise<number | null> {
  const { campaign_id: campaign, network, amountMinor, currency, from, to } = budget;
  const isSame = sql`was.project_id = ${project} and (was.campaign_id = ${campaign}::bigint or was.network = ${network}::text)`;
  const [row] = await audited<{ id: number }>(
    by,
    {
      account,
      project,
      action: "budget.set",
      target: campaign === null ? network! : String(campaign),
      detail: withBefore(
        { amount_minor: amountMinor, currency, from_day: from, to_day: to },
        sql`(select to_jsonb(was) from budgets was where ${isSame})`,
      ),
    },
    sql`
      insert into budgets (project_id, campaign_id, network, amount_minor, currency, from_day, to_day, created_by,
        created_at, updated_at)
      select ${project}::bigint, ${campaign}::bigint, ${network}::text, ${amountMinor}::bigint, ${currency}::text,
        ${from}::text::date, ${to}::text::date, ${by.name}::text, ${now}::timestamptz, ${now}::timestamptz
      where exists (select from budgets was where ${isSame})
        or ${isBelowRowLimit("budgets", project, maxBudgets)}
      on conflict ${campaign === null ? sql`(project_id, network) where network is not null` : sql`(project_id, campaign_id) where campaign_id is not null`}
      do update set amount_minor = excluded.amount_minor, currency = excluded.currency, from_day = excluded.from_day,
        to_day = excluded.to_day, updated_at = excluded.updated_at
      returning id`,
  );
  return row?.id ?? null;
}

export const removeBudget = (project: Owner, id: number, by: Actor) =>
  removeRow(project, id, by, {
    table: "budgets",
    action: "budget.remove",
    target: sql`coalesce(changed.network, changed.campaign_id::text)`,
  });
