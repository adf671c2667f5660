import { sql } from "@/db";
import { columnTable } from "@/db/columns";
import {
  type CandidateRange,
  touchColumns,
  touchesInRange,
} from "@/lib/attribution/touches/candidate-queries";
import { maxAddressCrowd, type NetworkCrowd } from "@/lib/attribution/touches/match-score";
import type { DecidedAdColumns } from "@/lib/attribution/touches/touches";
import { minIdAt, type ProjectId, timeOfId } from "@/lib/base/ids";

export type TouchRow = DecidedAdColumns & {
  found_by: "id" | "google_id" | "advertising_id" | "address";
  id: string;
  clicked_at: Date;
  kind: "click" | "view";
  platform: string;
  campaign_id: number | null;
  network: string | null;
  advertising_id: string | null;
  os_version: string | null;
  device_model: string | null;
  language: string | null;
  not_counted: string | null;
  is_test: boolean;
  country: string | null;
  address_list: string | null;
  block_entry_id: number | null;
  by_server: boolean | null;
  /** Clicks of the same browser and address on the campaign in the ten minutes up to this one. */
  engagement: number | null;
  /** The install that the click already decided, and the IDs of its device. */
  used_by: string | null;
  used_by_devices: string[] | null;
  no_referrer: boolean | null;
  user_agent: string | null;
  /** Other devices behind the address, for touches found only by address. */
  crowd: NetworkCrowd | null;
  /** Touches of the same key that a limit left out, on one row of each key. */
  left_out: number;
  left_out_uncounted: number;
};

/** The first of Google's IDs in a link, and the second ones: each has an index of its own. */
const googleKeys = () => [
  sql`coalesce(c.params->>'gclid', c.params->>'gbraid', c.params->>'wbraid')`,
  sql`c.params->>'gclid' is not null and c.params->>'gbraid'`,
  sql`coalesce(c.params->>'gclid', c.params->>'gbraid') is not null and c.params->>'wbraid'`,
];

/**
 * Finds every click that could have led to each install, with one index each. The minimum and maximum IDs are separate
 * parameters, so that Postgres prunes partitions once and not for each install.
 */
export async function findTouches(
  projectId: ProjectId,
  ranges: CandidateRange[],
  measureEngagement: boolean,
): Promise<TouchRow[][]> {
  const named = ranges.flatMap(({ click_ids }) => click_ids);
  const parts = [
    sql`
      select null::int as i, 'id' as found_by, ${touchColumns()}, 0::int as left_out, 0::int as left_out_uncounted
      from clicks c where c.project_id = ${projectId} and c.id = any(${named}::uuid[])`,
    ...touchesInRange(projectId, ranges, {
      name: "advertising_id",
      most: 20,
      from: "since",
      keys: ({ advertising_ids }) => advertising_ids,
      key: sql`c.advertising_id`,
      as: sql`x.key`,
    }),
    ...googleKeys().flatMap((key) =>
      touchesInRange(projectId, ranges, {
        name: "google_id",
        most: 20,
        from: "since",
        keys: ({ google_ids }) => google_ids,
        key,
        as: sql`x.key`,
      }),
    ),
    ...touchesInRange(projectId, ranges, {
      name: "address",
      most: 50,
      from: "probable_since",
      keys: ({ address_key }) => (address_key === null ? [] : [address_key]),
      key: sql`c.address_key`,
      as: sql`decode(x.key, 'hex') as key`,
      extraColumns: sql`, c.os_version, c.device_model, c.language, c.advertising_id is null, c.address_list is null,
        c.no_referrer is null`,
    }),
  ];
  const [earliest, latest] = outermost(ranges);
  const housed = ranges.flatMap(({ address_key, install_id, installed_at, until }, i) =>
    address_key === null ? [] : [{ i, key: address_key, install: install_id, at: installed_at, until }],
  );
  const rows = await sql<FoundRow[]>`
    with touch as materialized (${parts.reduce((all, part) => sql`${all} union all ${part}`)}),
    counted as materialized (
      select distinct on (t.id) t.id, t.address_key, t.campaign_id, t.user_agent,
        uuid_floor(t.clicked_at - interval '10 minutes') as since
      from touch t where ${measureEngagement} and t.address_key is not null and ${isPersons("t")}
    ),
    engaged as (
      select x.id, near.n from counted x cross join lateral (
        select count(*)::int as n from (
          select 1 from clicks o
          where o.project_id = ${projectId} and o.address_key = x.address_key and o.id >= x.since and o.id <= x.id
            and o.id >= ${minIdAt(earliest - tenMinutes)}::uuid and o.id < ${minIdAt(latest + 1)}::uuid
            and ${isPersons("o")} and o.campaign_id is not distinct from x.campaign_id
            and o.user_agent is not distinct from x.user_agent
          limit 1000
        ) found
      ) near
    ),
    crowded_networks as (${crowdOf(projectId, housed)})
    select t.i, t.found_by, t.id, t.clicked_at, t.kind, t.platform, t.campaign_id, t.network, t.ad_set_id,
      t.ad_set_name, t.creative_id,
      t.creative_name, t.keyword_id, t.keyword_name, t.publisher_id, t.advertising_id, t.os_version, t.device_model,
      t.language, t.not_counted,
      t.is_test, t.country, t.address_list, t.block_entry_id, t.by_server, t.no_referrer, t.user_agent, t.left_out, t.left_out_uncounted,
      e.n as engagement,
      case when w.i is not null then json_build_object('browsers', w.browsers, 'installs', w.installs) end as crowd,
      used.install_id as used_by, used.devices as used_by_devices
    from touch t left join engaged e on e.id = t.id
    left join crowded_networks w on w.i = t.i and t.found_by = 'address'
    left join lateral (
      select u.install_id,
        array(select d.device_id from install_devices d where d.project_id = ${projectId}
          and d.install_id = u.install_id) as devices
      from click_uses u where u.project_id = ${projectId} and u.click_id = t.id
    ) used on true`;
  return givenTo(ranges, rows);
}

type Housed = { i: number; key: string; install: string; at: Date; until: number };
const housedTable = columnTable<Housed & { since_id: string; until_id: string }>({
  i: "int",
  key: "text",
  install: "uuid",
  at: "timestamptz",
  since_id: "uuid",
  until_id: "uuid",
});

/** The maximum number of clicks of one address that are read to count browsers. */
const maxClicks = 200;

/**
 * Counts the devices behind an install's address in the 24 hours up to it, if a click was found by address. Lookups are
 * limited for each install, so that an address with a million users costs no more than one with fifty.
 */
function crowdOf(projectId: ProjectId, housed: Housed[]) {
  if (housed.length === 0)
    return sql`select null::int as i, null::int as browsers, null::int as installs where false`;
  const min = Math.min(...housed.map(({ at }) => at.getTime() - day));
  const beyond = Math.max(0, ...housed.map(({ until }) => until));
  const rows = housed.map((one) => ({
    ...one,
    since_id: minIdAt(one.at.getTime() - day),
    until_id: minIdAt(one.until),
  }));
  return sql`
    select x.i, least(clicked.n, ${maxAddressCrowd}) as browsers, installed.n as installs
    from (
      select x.* from ${housedTable(rows)} x
      where exists (select 1 from touch t where t.i = x.i and t.found_by = 'address') offset 0
    ) x
    cross join lateral (
      select count(distinct (seen.user_agent, seen.language))::int as n from (
        select c.user_agent, c.language from clicks c
        where c.project_id = ${projectId} and c.address_key = decode(x.key, 'hex') and c.id >= x.since_id
          and c.id < x.until_id and c.not_counted is null
          and c.id >= ${minIdAt(min)}::uuid and c.id < ${minIdAt(beyond)}::uuid
        order by c.id desc limit ${maxClicks}
      ) seen
    ) clicked
    cross join lateral (
      select count(*)::int as n from (
        select 1 from installs o
        where o.project_id = ${projectId} and o.address_key = decode(x.key, 'hex')
          and o.installed_at > x.at - interval '24 hours' and o.installed_at <= x.at
          and (o.installed_at < x.at or o.id <= x.install)
        limit ${maxAddressCrowd}
      ) found
    ) installed`;
}

const day = 86_400_000;
/** Immediate repeats are not counted, but show that a browser repeats clicks. */
const isPersons = (click: "t" | "o") =>
  sql`(${sql(`${click}.not_counted`)} is null or ${sql(`${click}.not_counted`)} = 'duplicate')`;

const tenMinutes = 600_000;

/** The earliest and latest times of all touches. */
function outermost(ranges: CandidateRange[]): [number, number] {
  let [earliest, latest] = [Number.POSITIVE_INFINITY, 0];
  const rangeBetween = (from: number, to: number) => {
    if (from < earliest) earliest = from;
    if (to > latest) latest = to;
  };
  for (const {
    click_ids,
    advertising_ids,
    google_ids,
    address_key,
    since,
    probable_since,
    until,
  } of ranges) {
    for (const id of click_ids) rangeBetween(timeOfId(id), timeOfId(id));
    if (advertising_ids.length > 0 || google_ids.length > 0) rangeBetween(since, until);
    else if (address_key !== null) rangeBetween(probable_since, until);
  }
  // A foreign ID may begin with any time.
  return [Math.min(earliest, latest), Math.min(latest, 0xffff_ffff_fffe)];
}

/** `i`: the index of the install; null if the row was found by its click ID, which several installs may name. */
type FoundRow = TouchRow & { i: number | null };

function givenTo(ranges: CandidateRange[], rows: FoundRow[]): TouchRow[][] {
  const named = new Map<string, TouchRow>();
  const given: TouchRow[][] = ranges.map(() => []);
  for (const row of rows)
    if (row.i === null) named.set(row.id, row);
    else given[row.i]!.push(row);
  for (const [i, { click_ids }] of ranges.entries())
    for (const id of click_ids) {
      const row = named.get(id);
      if (row) given[i]!.push(row);
    }
  return given;
}
