import { createHash } from "node:crypto";
import { allDigits, millionths } from "@/lib/base/money";
import type { DatasetColumn, DatasetColumns } from "@/lib/data-access/datasets/columns";
import { datasetNames, datasetOf } from "@/lib/data-access/datasets/datasets";
import { tableSchema, tableViews } from "@/lib/data-access/sql/tables";
import { measuresInMillionths, storedInRows } from "@/lib/ledger/measures";

/** Columns are only added within a version. */
const version = "v1";

const schemas = { shared: "cairn", personal: "cairn_private" } as const;

/** Compared by the planner once for each query, so that a role reads only its project's part of an index. */
const isOwn = (column: string) => `${column} = (select cairn.own_project())`;

type View = { name: string; personal: boolean; about: string; query: string };

const expressionOf = ({ sql, type }: DatasetColumn) =>
  type === "date" ? `(${sql})::date` : type === "numeric" ? `(${sql})::numeric` : `${sql}`;

/** Amounts are stored in minor units or millionths of them; views have them in the currency's unit as well. */
const inMajorUnits = (
  name: string,
  column: DatasetColumn,
  { original_currency: original }: DatasetColumns,
) =>
  name.endsWith("_millionths")
    ? [
        `cairn.millionths_in_major_units(${column.sql}, ${name === "original_millionths" && original ? original.sql : "p.currency"})
      as ${name.replace(/_millionths$/, "")}`,
      ]
    : name.endsWith("_minor")
      ? [
          `cairn.in_major_units(${column.sql}, ${name === "original_minor" && original ? original.sql : "p.currency"})
      as ${name.replace(/_minor$/, "")}`,
        ]
      : [];

function datasetViews(): View[] {
  return datasetNames.flatMap((name) => {
    const { table, about, columns } = datasetOf(name);
    const view = (personal: boolean): View => {
      const selected = Object.entries(columns)
        .filter(([, column]) => personal || !column.personal)
        .flatMap(([column, of]) => [
          `${expressionOf(of)} as ${column}`,
          ...inMajorUnits(column, of, columns),
        ]);
      const query = `select ${selected.join(",\n    ")}
  from public.${table} t join public.projects p on p.id = t.project_id
  where ${isOwn("t.project_id")} and ${isOwn("p.id")}`;
      return { name: `v_${name}`, personal, about, query };
    };
    const hasPersonal = Object.values(columns).some((column) => column.personal);
    return hasPersonal ? [view(false), view(true)] : [view(false)];
  });
}

const shared = (name: string, about: string, query: string): View => ({
  name,
  personal: false,
  about,
  query,
});

/** Views that are not rows of one table. */
const furtherViews = (): View[] => [
  shared(
    "v_projects",
    "The project.",
    `select p.id::text as id, p.slug, p.name, p.time_zone, p.currency, p.week_starts_on, p.platforms, p.created_at,
    p.archived_at
  from public.projects p where ${isOwn("p.id")}`,
  ),
  shared(
    "v_candidates",
    "The compared touches of each decision, one in each row.",
    `select t.install_id::text as install_id, t.version::bigint as version, c.place,
    c.candidate ->> 'source' as source, c.candidate ->> 'click_id' as click_id,
    c.candidate ->> 'campaign_id' as campaign_id, c.candidate ->> 'network' as network,
    (c.candidate ->> 'score')::numeric as score, c.candidate -> 'lost' as lost, c.candidate -> 'charges' as charges,
    c.candidate
  from public.decisions t
  cross join lateral jsonb_path_query(t.candidates, 'strict $[*]', '{}', true) with ordinality as c(candidate, place)
  where ${isOwn("t.project_id")}`,
  ),
  shared(
    "v_reengagements",
    "Opens through a link that brought a user back.",
    `select t.id::text as id, t.opened_at, t.install_instance_id, t.platform, t.campaign_id::text as campaign_id,
    t.ad_set_id, t.creative_id, t.keyword_id, t.publisher_id
  from public.deeplink_opens t where ${isOwn("t.project_id")} and t.reengaged`,
  ),
  shared(
    "v_ledger",
    "The signed rows of all figures. Sum them; campaign 0 is organic. Ad revenue is only in amount_millionths.",
    [
      ledgerText({ day: "nullif(l.day, '-infinity')", measure: "l.measure", name: "l.name" }),
      // The same counts whether the rows are compacted or not.
      ...storedInRows.map(
        ({ measure, name, isStored }) =>
          `${ledgerText({ day: "l.cohort_day", measure: `'${measure}'::text`, name })} and ${isStored}`,
      ),
    ].join("\n  union all\n  "),
  ),
  shared(
    "v_cohort_day",
    "Installs of a day and campaign by their age in days, with the opens and the revenue of that age.",
    `select i.day as install_day, i.campaign_id::text as campaign_id, n.day_n, i.installs::bigint as installs,
    case when n.day_n = 0 then i.installs else coalesce(a.opened, 0) end::bigint as opened,
    coalesce(a.revenue, 0)::bigint as revenue_minor
  from (
    select l.day, l.campaign_id, sum(l.count) as installs from public.ledger l
    where ${isOwn("l.project_id")} and l.measure = 'installs' group by 1, 2 having sum(l.count) <> 0
  ) i
  cross join generate_series(0, 30) as n(day_n)
  left join (
    select l.day, l.campaign_id, l.name::int as day_n, sum(l.count) filter (where l.measure = 'opened_on') as opened,
      sum(l.amount) filter (where l.measure = 'revenue_since') as revenue
    from public.ledger l
    where ${isOwn("l.project_id")} and l.measure in ('opened_on', 'revenue_since') group by 1, 2, 3
  ) a on a.day = i.day and a.campaign_id = i.campaign_id and a.day_n = n.day_n`,
  ),
];

const isInMillionths = `l.measure = any('{${measuresInMillionths}}')`;

/** Ad revenue has only an amount in millionths, because a row may be less than a minor unit. */
function ledgerText({ day, measure, name }: { day: string; measure: string; name: string }): string {
  return `select ${day} as day, l.campaign_id::text as campaign_id, l.ad_set_id, l.creative_id, l.keyword_id, l.publisher_id,
    l.platform, l.country, ${measure} as measure, ${name} as name, l.count,
    case when ${isInMillionths} then 0 else l.amount end as amount_minor,
    case when ${isInMillionths} then l.amount else l.amount * ${millionths} end as amount_millionths
  from public.ledger l where ${isOwn("l.project_id")}`;
}

const allViews = (): View[] => [...datasetViews(), ...furtherViews()];

const schemaOf = ({ personal }: View) => (personal ? schemas.personal : schemas.shared);
export const sqlViewNames = () => allViews().map((view) => `${schemaOf(view)}.${view.name}`);

const quoted = (value: string) => `'${value.replaceAll("'", "''")}'`;

function majorUnits(): string[] {
  const others = Object.entries(allDigits()).filter(([, digits]) => digits !== 2);
  const cases = others.map(([currency, digits]) => `when ${quoted(currency)} then ${digits}`).join(" ");
  const digits = `case currency ${cases} else 2 end`;
  return [
    `create function cairn.in_major_units(minor bigint, currency text) returns numeric
  language sql immutable parallel safe
  return round(minor / (10::numeric ^ (${digits})), ${digits})`,
    `create function cairn.millionths_in_major_units(millionths bigint, currency text) returns numeric
  language sql immutable parallel safe
  return millionths / (10::numeric ^ (${digits} + 6))`,
  ];
}

/**
 * The statements that make all views again. Views are security barriers: no function or operator of a query sees a row
 * of another project. The function runs as its owner, but \`session_user\` is always the role that signed in.
 */
export function sqlViewStatements(): string[] {
  const made = allViews().flatMap((view) => {
    const name = `${schemaOf(view)}.${view.name}`;
    return [
      `create view ${name} with (security_barrier) as ${view.query}`,
      `comment on view ${name} is ${quoted(`${version} ${view.about}`)}`,
    ];
  });
  const schemaNames = [...Object.values(schemas), tableSchema];
  return [
    ...schemaNames.map((schema) => `create schema if not exists ${schema}`),
    `create table if not exists cairn.roles (
      name name primary key, project_id bigint not null, personal boolean not null, created_at timestamptz not null)`,
    ...schemaNames.map(
      (schema) => `do $$ declare v record; begin
        for v in select viewname from pg_views where schemaname = '${schema}' loop
          execute format('drop view ${schema}.%I cascade', v.viewname);
        end loop; end $$`,
    ),
    "drop function if exists cairn.own_project()",
    "drop function if exists cairn.in_major_units(bigint, text)",
    "drop function if exists cairn.millionths_in_major_units(bigint, text)",
    ...majorUnits(),
    `create function cairn.own_project() returns bigint
      language sql stable parallel restricted security definer set search_path = pg_catalog, pg_temp
      as 'select r.project_id from cairn.roles r where r.name = session_user'`,
    ...made,
    ...tableViews.map(({ name, query }) => `create view ${name} with (security_barrier) as ${query}`),
  ];
}

/** Identifies the present statements, so that views are made again only after a change. */
export const sqlViewsDigest = (): string =>
  `${version} ${createHash("sha256").update(sqlViewStatements().join(";")).digest("hex").slice(0, 16)}`;
