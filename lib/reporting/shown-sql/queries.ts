import { type Fragment, readSql, sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import { notBrokenDownPublisher } from "@/lib/ledger/ad-ids/publishers";
import { notBrokenDownVersion } from "@/lib/ledger/ad-ids/versions";
import { notBrokenDownCountry } from "@/lib/ledger/country";
import { type LedgerDimension, ledgerSums, type SumRequest } from "@/lib/ledger/sum-queries";
import { atAgeInfix, inCohortsInfix } from "@/lib/reporting/shown-sql/column-text";
import { type CohortRequest, cohortSums } from "@/lib/reporting/tree/cohort-queries";

export type ShownRequest = {
  /** The groups: ledger dimensions, with readable names of them. */
  by: readonly LedgerDimension[];
  /** Further dimensions of the sums, for `whereFilters`. */
  also: readonly LedgerDimension[];
  /** A condition on the sums `s`. */
  where: string | null;
  sums: Pick<SumRequest<never>, "where" | "organic" | "weekStart"> & {
    days: { from: string | null; to: string | null };
  };
  measures: readonly string[];
  /** The day for cohort figures; null for none. */
  matureOn: string | null;
  /** The ages and events of columns of cohorts. */
  cohorts: CohortRequest;
  columns: readonly { name: string; text: string }[];
};

const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`;

const named: Partial<Record<LedgerDimension, string>> = {
  campaign_id: "campaign",
  affiliate: "affiliate_name",
  tag: "tag_name",
};

const isTime = (name: LedgerDimension) => name === "day" || name === "week" || name === "month";

/** The statement whose rows are the groups and whose columns are their figures. */
export function figuresStatement(projectId: ProjectId, request: ShownRequest): Fragment {
  const { by, also, where, sums, measures, matureOn, cohorts, columns } = request;
  const inner = [...by, ...also];
  const labels = by.flatMap((name) => {
    const label = named[name];
    return label ? [{ text: `max(s.${name}_label)`, label }] : [];
  });
  const selected = [
    ...by.map((name) => `s.${name}`),
    ...labels.map(({ text, label }) => `${text} as ${label}`),
    ...columns.map(({ name, text }) => `${text} as ${identifier(name)}`),
  ].join(",\n");
  const labelColumns = labels.length > 0;
  const list = inner
    .map(
      (name) => `m.${name}, ${labelColumns && named[name] && by.includes(name) ? `m.${name}_label, ` : ""}`,
    )
    .join("");
  const plain = sql`${ledgerSums(projectId, { ...sums, by: [...inner, "measure", "name"], measures, labels: labelColumns })}`;
  const mature =
    matureOn === null
      ? sql``
      : sql`
        union all
        select ${sql.unsafe(list)} ${sql.unsafe(`m.measure || '${atAgeInfix}' || m.age`)} as measure, m.name, m.count, m.amount
        from (
          ${ledgerSums(projectId, { ...sums, by: [...inner, "measure", "name", "age"], measures: { matureOn }, labels: labelColumns })}
        ) m`;
  const hasCohorts = cohorts.ages.length > 0;
  const ofCohorts = hasCohorts
    ? sql`
        union all
        select ${sql.unsafe(list)} ${sql.unsafe(`m.measure || '${inCohortsInfix}' || m.at`)} as measure, m.name, m.count, m.amount
        from (
          ${cohortSums(projectId, cohorts, { ...sums, by: inner, labels: labelColumns })}
        ) m`
    : sql``;
  const shown =
    matureOn === null && !hasCohorts
      ? plain
      : sql`
        select ${sql.unsafe(list)} m.measure, m.name, m.count, m.amount
        from (
          ${plain}
        ) m`;
  // The groups come last, so that rows with the same figure have an order, too.
  const first =
    by.every(isTime) || columns.length === 0 ? [] : [`${by.length + labels.length + 1} desc nulls last`];
  return readSql`
    select ${sql.unsafe(selected)}
    from (
      ${shown} ${mature} ${ofCohorts}
    ) s
    ${where === null ? sql`` : sql.unsafe(`where ${where}`)}
    ${by.length === 0 ? sql`` : sql.unsafe(`group by ${by.map((name) => `s.${name}`).join(", ")}`)}
    ${by.length === 0 ? sql`` : sql.unsafe(`order by ${[...first, ...by.map((_, i) => i + 1)].join(", ")}`)}`;
}

/** ROAS has no value for spend that is not broken down, because revenue always is. */
export const isBrokenDown: Partial<Record<LedgerDimension, string>> = {
  platform: "s.platform <> ''",
  country: `s.country <> '${notBrokenDownCountry}'`,
  publisher: `s.publisher <> '${notBrokenDownPublisher}'`,
  app_version: `s.app_version <> '${notBrokenDownVersion}'`,
};
