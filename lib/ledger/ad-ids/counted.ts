import { growingCache } from "@/lib/base/growing-cache";
import type { ProjectId } from "@/lib/base/ids";
import {
  type AdId,
  type AdIdAdmission,
  type AdLevel,
  type AdNameLevel,
  admitAdIds,
  adNameLevels,
  type SlotLimits,
} from "@/lib/ledger/ad-ids/queries";
import { notBrokenDownVersion, unknownVersion } from "@/lib/ledger/ad-ids/versions";

/** Ad sets, creatives, keywords and publishers beyond the limit are counted together under this ID. */
export const otherAds = "(other)";

/**
 * New IDs a day, of a project and of each of its campaigns. Anyone can write an ID into a link, and each one becomes a
 * row in every report; a flood of one campaign's link leaves room for the other campaigns.
 */
export const newIdsPerDay: SlotLimits = { project: 2_000, campaign: 500 };
/** The same limits for campaigns that are known only from a referrer. */
export const newNetworkCampaignsPerDay: SlotLimits = { project: 2_000, campaign: 100 };

const keyOf = ({ project_id, campaign_id, level, ad_id }: AdId) =>
  `${project_id} ${campaign_id} ${level} ${ad_id}`;

/** Admitted IDs stay admitted. */
const admitted = growingCache<string, true>({ max: 100_000 });
/** Avoids a look-up per click during a flood of one refused ID. The ID may be admitted a minute later. */
const refused = growingCache<string, true>({ max: 10_000, ttl: 60_000 });

/**
 * A failed attempt means that another statement stored the ID or took the slot. Of parallel attempts, at least one
 * succeeds each time.
 */
const maxAttempts = 100;

/** New app versions a day, which have room even if ads use all of the project's slots. */
export const newVersionsPerDay: SlotLimits = { project: newIdsPerDay.project + 50, campaign: 50 };

/** New publishers a day. A large network has many, which must not use up the slots of ads. */
export const newPublishersPerDay: SlotLimits = { ...newIdsPerDay, after: 1_000_000 };

/**
 * New networks, placements, ad units and formats of ad revenue a day. Anyone with the app's token can name one, and each
 * has a row of its own in every user's hour.
 */
const newOfEachNameADay = 200;
export const newAdNamesPerDay: SlotLimits = {
  project: newOfEachNameADay * adNameLevels.length,
  campaign: newOfEachNameADay,
  after: 2_000_000,
};

type Options = { now: Date; slots?: SlotLimits; mayStore?: "unless frozen" | "always" };

/** The IDs that are counted under their own name. */
async function admittedAmong(ids: AdId[], options: Options): Promise<Set<string>> {
  const { slots = newIdsPerDay, mayStore = "unless frozen", now } = options;
  const found = new Set<string>();
  let open = new Map<string, AdId>();
  for (const id of ids) {
    const key = keyOf(id);
    if (id.ad_id === otherAds || admitted.has(key)) found.add(key);
    else if (!refused.has(key)) open.set(key, id);
  }
  for (let attempt = 0; open.size > 0 && attempt < maxAttempts; attempt++) {
    const batch = [...open];
    const outcomes: AdIdAdmission[] = await admitAdIds(
      batch.map(([, id]) => id),
      { slots, now, mayStore },
    );
    open = new Map(batch.filter((_, i) => outcomes[i] === "again"));
    for (const [i, [key]] of batch.entries()) {
      if (outcomes[i] === "admitted") {
        admitted.set(key, true);
        found.add(key);
      } else if (outcomes[i] === "full") refused.set(key, true);
    }
  }
  return found;
}

/** The columns of a row that identify its ad. */
export type AdColumns = {
  ad_set_id?: string | null;
  ad_set_name?: string | null;
  creative_id?: string | null;
  creative_name?: string | null;
  keyword_id?: string | null;
  keyword_name?: string | null;
  publisher_id?: string | null;
};

const levels = ["ad_set", "creative", "keyword", "publisher"] as const satisfies AdLevel[];

type NamedLevel = Exclude<(typeof levels)[number], "publisher">;

type Row = AdColumns &
  Pick<AdId, "project_id"> & { campaign_id?: number | null; not_counted?: string | null };

/** A repeated click can still lead to an install, which has its ad; a bot's click cannot. */
const idsIn = (row: Row): AdId[] => {
  const { project_id, campaign_id, not_counted } = row;
  if (!campaign_id || (not_counted ?? "duplicate") !== "duplicate") return [];
  return levels.flatMap((level) => {
    const ad_id = row[`${level}_id`];
    return ad_id ? [{ project_id, campaign_id, level, ad_id }] : [];
  });
};

/** Rows with the ads they are counted under. An ID beyond the limit becomes `(other)` and loses its name. */
export async function withCountedAds<R extends Row>(rows: R[], options: Options): Promise<R[]> {
  const ids = rows.map(idsIn);
  if (ids.every((some) => some.length === 0)) return rows;
  const all = ids.flat();
  const isPublisher = ({ level }: AdId) => level === "publisher";
  const counted = new Set([
    ...(await admittedAmong(
      all.filter((id) => !isPublisher(id)),
      options,
    )),
    ...(await admittedAmong(all.filter(isPublisher), { slots: newPublishersPerDay, ...options })),
  ]);
  return rows.map((row, i) => {
    const over = ids[i]!.filter((id) => !counted.has(keyOf(id)));
    if (over.length === 0) return row;
    const changed: Row = { ...row };
    for (const { level } of over) {
      changed[`${level as (typeof levels)[number]}_id`] = otherAds;
      if (level !== "publisher") changed[`${level as NamedLevel}_name`] = null;
    }
    return changed as R;
  });
}

/** True if a campaign that is known only from a referrer may be created. */
export async function mayMakeCampaign(
  projectId: ProjectId,
  { network, id }: { network: string; id: string },
  now: Date,
): Promise<boolean> {
  const batch: AdId = { project_id: projectId, campaign_id: 0, level: "campaign", ad_id: `${network} ${id}` };
  return (await admittedAmong([batch], { now, slots: newNetworkCampaignsPerDay })).size > 0;
}

/** Versions that reports and filters use for something else. */
const reservedVersions: readonly string[] = [notBrokenDownVersion, unknownVersion];

/** The version under which an install is counted: `(other)` beyond the limit, and empty if it is unknown. */
export async function countedVersion(
  project_id: ProjectId,
  sent: string | null,
  now: Date,
  slots = newVersionsPerDay,
): Promise<string> {
  const version = sent?.trim() ?? "";
  if (version === "" || reservedVersions.includes(version)) return "";
  const id: AdId = { project_id, campaign_id: -1, level: "version", ad_id: version };
  return (await admittedAmong([id], { now, slots })).size > 0 ? version : otherAds;
}

type AdNames = Record<AdNameLevel, string | null>;

/** The names under which ad revenue is stored: `(other)` beyond the limit of their kind. */
export async function countedAdNames(
  project_id: ProjectId,
  names: AdNames,
  now: Date,
  slots = newAdNamesPerDay,
): Promise<AdNames> {
  const ids = adNameLevels.flatMap((level, i): AdId[] => {
    const ad_id = names[level];
    return ad_id === null ? [] : [{ project_id, campaign_id: -2 - i, level, ad_id }];
  });
  if (ids.length === 0) return names;
  const counted = await admittedAmong(ids, { now, slots });
  const over = ids.filter((id) => !counted.has(keyOf(id)));
  return { ...names, ...Object.fromEntries(over.map(({ level }) => [level, otherAds])) };
}
