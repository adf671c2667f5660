import { type Fragment, sql } from "@/db";
import { columnTable } from "@/db/columns";
import { storeOnce } from "@/db/insert-once";
import { whereWritable } from "@/db/writable";
import type { ProjectId } from "@/lib/base/ids";
import { summedLedgerRowsOf } from "@/lib/ledger/measure-queries";
import { qrMark } from "@/lib/ledger/qr-mark";
import { joinHome, ledgerColumns } from "@/lib/ledger/queries";

type FromWeb = { project_id: ProjectId; id: string; web_id?: string; clicked_at: Date | string };

const webTable = columnTable<FromWeb>({
  project_id: "bigint",
  id: "uuid",
  web_id: "text",
  clicked_at: "timestamptz",
});

/** A part of the statement that stores clicks: stores the website visitors who made them. Null if there are none. */
function storeVisitors(clicks: FromWeb[]): Fragment | null {
  const rows = clicks.filter(({ web_id }) => web_id !== undefined);
  if (rows.length === 0) return null;
  return sql`
    insert into web_clicks (project_id, click_id, web_id, clicked_at)
    select project_id, id, web_id, clicked_at from ${webTable(rows)} x`;
}

/** The stored fields of a visit. Absent ones are left out, so that the text of a batch stays short. */
export type ClickRow = {
  project_id: ProjectId;
  id: string;
  clicked_at: Date | string;
  kind: "click" | "view";
  campaign_id: number;
  not_counted?: string;
  is_test?: true;
  network?: string;
  ad_set_id?: string;
  ad_set_name?: string;
  creative_id?: string;
  creative_name?: string;
  keyword_id?: string;
  keyword_name?: string;
  publisher_id?: string;
  platform: string;
  os_version?: string;
  device_model?: string;
  browser?: string;
  country?: string;
  language?: string;
  user_agent?: string;
  referrer?: string;
  address_key?: string;
  address_list?: string;
  block_entry_id?: number;
  advertising_id?: string;
  no_referrer?: true;
  link_variant?: string;
  /** The website visitor who made the click, if it counts as a person's. */
  web_id?: string;
  params?: Record<string, string>;
  warnings?: string[];
  /** Names that this process has not stored yet. */
  names?: { level: "ad_set" | "creative" | "keyword"; id: string; name: string }[];
};

const clickTable = columnTable<ClickRow>({
  project_id: "bigint",
  id: "uuid",
  clicked_at: "timestamptz",
  kind: "text",
  campaign_id: "bigint",
  not_counted: "text",
  is_test: "boolean",
  network: "text",
  ad_set_id: "text",
  ad_set_name: "text",
  creative_id: "text",
  creative_name: "text",
  keyword_id: "text",
  keyword_name: "text",
  publisher_id: "text",
  platform: "text",
  os_version: "text",
  device_model: "text",
  browser: "text",
  country: "text",
  language: "text",
  user_agent: "text",
  referrer: "text",
  address_key: "text",
  address_list: "text",
  block_entry_id: "bigint",
  advertising_id: "text",
  no_referrer: "boolean",
  link_variant: "text",
  params: "jsonb",
  warnings: "jsonb",
});

const idTable = columnTable<ClickRow>({ project_id: "bigint", id: "uuid" });

/** Stores visits of many projects and counts them. Safe to repeat. */
export async function storeClicks(rows: ClickRow[]): Promise<undefined[]> {
  await storeOnce(rows, (some) => storeNew(some, whereWritable(some)), findStored);
  return new Array<undefined>(rows.length);
}

/** The same for spooled visits, whose responses were sent earlier: freezing a project waits for them. */
export async function storeSpooledClicks(rows: ClickRow[]): Promise<void> {
  await storeOnce(rows, (some) => storeNew(some, sql`true`), findStored);
}

const findStored = (rows: ClickRow[]) => sql<{ id: string }[]>`/* several projects */
  select c.id from ${idTable(rows)} x
  join clicks c on c.project_id = x.project_id and c.id = x.id`;

/** A single atomic statement, so it can count the same rows that it inserts. */
async function storeNew(rows: ClickRow[], may: Fragment): Promise<void> {
  const names = namesIn(rows);
  const fromWeb = storeVisitors(rows);
  await sql`/* several projects */
    with stored as (
      insert into clicks (project_id, id, clicked_at, kind, campaign_id, not_counted, is_test, network, ad_set_id,
        ad_set_name, creative_id, creative_name, keyword_id, keyword_name, publisher_id, platform, os_version, device_model, browser,
        country, language, user_agent, referrer, address_key, address_list, block_entry_id, advertising_id,
        no_referrer, link_variant, params, warnings)
      select project_id, id, clicked_at, kind, campaign_id, not_counted, coalesce(is_test, false), network, ad_set_id,
        ad_set_name, creative_id, creative_name, keyword_id, keyword_name, publisher_id, platform, os_version, device_model, browser,
        country, language, user_agent, referrer, decode(address_key, 'hex'), address_list, block_entry_id, advertising_id, no_referrer,
        link_variant, coalesce(params, '{}'),
        case when warnings is not null then (select array_agg(warned)
          from jsonb_array_elements_text(warnings) as warned) end
      from ${clickTable(rows)} x where ${may}
    )${names.length > 0 ? sql`, named as (${nameColumns(names)})` : sql``}${fromWeb ? sql`, from_web as (${fromWeb})` : sql``}
    insert into ledger ${ledgerColumns()} ${summedLedgerRowsOf("click", clicksOfLedgerRows(rows))}`;
}

const clicksOfLedgerRows = (rows: ClickRow[]) => sql`
  select x.project_id, (x.at at time zone home.time_zone)::date as day, x.campaign_id,
    coalesce(x.ad_set_id, '') as ad_set_id, coalesce(x.creative_id, '') as creative_id,
    coalesce(x.keyword_id, '') as keyword_id, coalesce(x.publisher_id, '') as publisher_id, coalesce(x.country, '') as country, x.platform, x.kind, x.count, x.is_scan,
    true as counted
  from ${ledgerRowTable(inQuarters(rows))} x ${joinHome()}`;

type ClickLedgerRow = Pick<
  ClickRow,
  | "project_id"
  | "campaign_id"
  | "ad_set_id"
  | "creative_id"
  | "keyword_id"
  | "publisher_id"
  | "platform"
  | "country"
  | "kind"
> & {
  /** The start of the quarter of an hour. */
  at: Date;
  count: number;
  is_scan: boolean;
};

const ledgerRowTable = columnTable<ClickLedgerRow>({
  project_id: "bigint",
  at: "timestamptz",
  campaign_id: "bigint",
  ad_set_id: "text",
  creative_id: "text",
  keyword_id: "text",
  publisher_id: "text",
  platform: "text",
  country: "text",
  kind: "text",
  count: "int",
  is_scan: "boolean",
});

/** All zones change their clocks, and their days, at quarters of an hour. */
const quarter = 15 * 60_000;

/** Groups the counted visits by all columns of the ledger. */
function inQuarters(rows: ClickRow[]): ClickLedgerRow[] {
  const ledgerRows = new Map<string, ClickLedgerRow>();
  for (const row of rows) {
    if (row.not_counted || row.is_test) continue;
    const {
      project_id,
      campaign_id,
      ad_set_id,
      creative_id,
      keyword_id,
      publisher_id,
      platform,
      country,
      kind,
    } = row;
    const at = new Date(Math.floor(new Date(row.clicked_at).getTime() / quarter) * quarter);
    const isScan = row.params?.[qrMark.name] === qrMark.value;
    const key = `${project_id} ${at.getTime()} ${campaign_id} ${platform} ${country} ${kind} ${isScan} ${ad_set_id}\n${creative_id}\n${keyword_id}\n${publisher_id}`;
    const cell = ledgerRows.get(key);
    if (cell) cell.count++;
    else {
      ledgerRows.set(key, {
        project_id,
        at,
        campaign_id,
        ad_set_id,
        creative_id,
        keyword_id,
        publisher_id,
        platform,
        country,
        kind,
        count: 1,
        is_scan: isScan,
      });
    }
  }
  return [...ledgerRows.values()];
}

type Name = {
  project_id: ProjectId;
  campaign_id: number;
  level: string;
  id: string;
  name: string;
  at: Date | string;
};

const nameTable = columnTable<Name>({
  project_id: "bigint",
  campaign_id: "bigint",
  level: "text",
  id: "text",
  name: "text",
  at: "timestamptz",
});

const namesIn = (rows: ClickRow[]): Name[] =>
  rows.flatMap(({ names = [], ...row }) =>
    names
      .filter(({ level, id }) => row[`${level}_id`] === id)
      .map((name) => ({
        ...name,
        project_id: row.project_id,
        campaign_id: row.campaign_id,
        at: row.clicked_at,
      })),
  );

/** Stores the latest name of each ad. */
const nameColumns = (names: Name[]) => sql`
  insert into ad_names as known (project_id, campaign_id, level, ad_id, name, updated_at)
  select distinct on (project_id, campaign_id, level, id) project_id, campaign_id, level, id, name, at
  from ${nameTable(names)} x
  order by project_id, campaign_id, level, id, at desc
  on conflict (project_id, campaign_id, level, ad_id)
    do update set name = excluded.name, updated_at = excluded.updated_at
  where known.name <> excluded.name and known.updated_at <= excluded.updated_at`;
