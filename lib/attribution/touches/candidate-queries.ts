/** Finds touches by a key and shares the limited slots between campaigns. */
import { type Fragment, sql } from "@/db";
import { columnTable } from "@/db/columns";
import { minIdAt, type ProjectId } from "@/lib/base/ids";
import { cairnParameters } from "@/lib/traffic/links/params";

/** Keys for looking up touches of an install, between two times. */
export type CandidateRange = {
  click_ids: string[];
  advertising_ids: string[];
  google_ids: string[];
  address_key: string | null;
  /** The install itself: others behind its address are counted up to its ID. */
  install_id: string;
  platform: string;
  is_test: boolean;
  /** Later clicks cannot have led to the install. */
  begun_at: Date;
  installed_at: Date;
  /** In milliseconds. */
  since: number;
  until: number;
  probable_since: number;
};

const isByServer = () => sql`c.params->>${cairnParameters.source} = 'server' as by_server`;

/** Of stored clicks `c`, or of rows that have these columns already. */
export const touchColumns = (byServer: Fragment = isByServer()) => sql`
  c.id, c.clicked_at, c.kind, c.platform, c.campaign_id, c.network, c.ad_set_id, c.ad_set_name,
  c.creative_id, c.creative_name,
  c.keyword_id, c.keyword_name, c.publisher_id, c.advertising_id, c.os_version, c.device_model, c.language, c.not_counted,
  c.is_test, c.country,
  c.address_list, c.block_entry_id, ${byServer}, c.no_referrer, c.address_key, c.user_agent`;

type Way = {
  name: "google_id" | "advertising_id" | "address";
  /** The limit of compared clicks; views have half as many slots of their own. */
  most: number;
  from: "since" | "probable_since";
  keys: (ranges: CandidateRange) => string[];
  key: Fragment;
  as: Fragment;
  /** More columns that make the engine judge clicks of one campaign differently. */
  extraColumns?: Fragment;
};

type RoomQuery = {
  i: number;
  key: string;
  since: string;
  until: string;
} & Pick<CandidateRange, "platform" | "is_test" | "begun_at">;
const queryTable = columnTable<RoomQuery>({
  i: "int",
  key: "text",
  since: "uuid",
  until: "uuid",
  platform: "text",
  is_test: "boolean",
  begun_at: "timestamptz",
});

/** The latest counted touches of one key that compete for slots. */
const maxCounted = 500;

/**
 * Finds touches by a key, each install's own between its own times. Counted touches that may have led to the install
 * are first. They alternate between campaigns, and within a campaign between kinds, so that many clicks of one cannot
 * displace another. Uncounted ones fill the remaining slots, to be visible.
 */
export function touchesInRange(
  projectId: ProjectId,
  ranges: CandidateRange[],
  { name, most: max, from, keys, key, as, extraColumns = sql`` }: Way,
) {
  const queries: RoomQuery[] = [];
  let [min, beyond] = [Number.POSITIVE_INFINITY, 0];
  for (const [i, one] of ranges.entries())
    for (const value of keys(one)) {
      const { platform, is_test, begun_at } = one;
      // Click IDs begin with their time.
      const times = { since: minIdAt(one[from]), until: minIdAt(one.until) };
      queries.push({ i, key: value, ...times, platform, is_test, begun_at });
      min = Math.min(min, one[from]);
      beyond = Math.max(beyond, one.until);
    }
  if (queries.length === 0) return [];
  const clicks = sql`
    clicks c where c.project_id = ${projectId} and ${key} = w.key and c.id >= w.since and c.id < w.until
      and c.id >= ${minIdAt(min)}::uuid and c.id < ${minIdAt(beyond)}::uuid`;
  const phones = ["IOS", "ANDROID"];
  return [
    sql`
      select w.i, ${name}, ${touchColumns(sql`c.by_server`)},
        case when c.turn = 1 then c.left_out else 0 end as left_out,
        case when c.turn = 1 then c.left_out_uncounted else 0 end as left_out_uncounted
      from (
        select x.i, ${as}, x.since, x.until, x.platform, x.is_test, x.begun_at from ${queryTable(queries)} x offset 0
      ) w
      cross join lateral (
        select placed.*, row_number() over () as turn,
          (count(*) filter (where not has_room and not_counted is null) over ())::int as left_out,
          (count(*) filter (where not has_room and not_counted is not null) over ())::int as left_out_uncounted
        from (
          select ordered.*, case
            when not_counted is not null then place + least(${max}, counted) <= ${max}
            when kind = 'view' then place <= ${max / 2} else place <= ${max} end as has_room
          from (
            select shared.*,
              row_number() over (
                partition by not_counted is null, kind = 'view' and not_counted is null
                order by fits desc, share, id desc
              ) as place,
              count(*) filter (where not_counted is null) over () as counted
            from (
              select looked.*, row_number() over (
                partition by not_counted is null, kind, fits, campaign_id order by look, id desc
              ) as share
              from (
                select c.*, row_number() over (
                  partition by c.not_counted is null, c.kind, fits, c.campaign_id, c.platform, c.is_test ${extraColumns}
                  order by c.id desc
                ) as look
                from (
                  select c.*, c.clicked_at <= w.begun_at and (w.is_test or not c.is_test)
                    and (c.platform = w.platform or c.platform <> all(${phones}) or w.platform <> all(${phones})) as fits
                  from (
                    (select ${touchColumns()} from ${clicks} and c.not_counted is null order by c.id desc limit ${maxCounted})
                    union all
                    select * from (
                      select ${touchColumns()} from ${clicks} order by c.id desc limit ${2 * max}
                    ) latest where latest.not_counted is not null
                  ) c
                ) c
              ) looked
            ) shared
          ) ordered
        ) placed
      ) c
      where c.has_room`,
  ];
}
