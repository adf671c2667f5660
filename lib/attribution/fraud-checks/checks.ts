import { LRUCache } from "lru-cache";
import type { Project } from "@/lib/accounts/access/project";
import type { BlockEntry } from "@/lib/attribution/fraud/blocks";
import {
  type InstallSigns,
  installFindings,
  type SourceProfile,
  touchFindings,
} from "@/lib/attribution/fraud/findings";
import type { FraudSettings } from "@/lib/attribution/fraud/rules";
import {
  countInstallsOfAddress,
  countInstallsOfPublishers,
  countSourceDays,
  findBlockEntries,
  findFraudSources,
} from "@/lib/attribution/fraud-checks/queries";
import type { FraudChecks, InstallTouch, TouchInstall } from "@/lib/attribution/touches/touches";
import { addDays } from "@/lib/base/days";
import type { ProjectId } from "@/lib/base/ids";
import { dayIn } from "@/lib/base/time";
import { deviceText } from "@/lib/facts/app-calls/device";

/** An install with all touches that could have led to it. */
export type CheckedInstall = {
  id: string;
  receivedAt: Date;
  device: Record<string, unknown>;
  country: string | null;
  addressKey: string | null;
  /** Not decided yet. */
  isNew: boolean;
  addressList: string | null;
  appVersion: string | null;
  osVersion: string | null;
  blockEntry: number | null;
  facts: TouchInstall;
  touches: InstallTouch[];
};

const noChecks: FraudChecks = { touch: () => [], install: [] };

/** Measures the inputs of the fraud rules in a few statements for all installs, and returns the checks for each. */
export async function fraudChecksOf(
  project: Project,
  suspects: CheckedInstall[],
  settings: FraudSettings,
  now: Date,
): Promise<FraudChecks[]> {
  const isOn = (...rules: (keyof FraudSettings)[]) => rules.some((rule) => settings[rule].level !== "off");
  if (!Object.values(settings).some(({ level }) => level !== "off")) return suspects.map(() => noChecks);
  const [neighbours, profileOf, { blocks, earlierOf }] = await Promise.all([
    isOn("install_farm")
      ? countInstallsOfAddress(
          project.id,
          suspects.filter(({ addressKey }) => addressKey !== null),
        )
      : new Map<string, number>(),
    isOn("click_flooding", "hyper_engagement") ? profiles(project, suspects, now) : () => null,
    isOn("block_list") ? blockListOf(project.id, suspects) : noBlocks,
  ]);
  return suspects.map((suspect) =>
    fraudChecksOfInstall(
      {
        ...installSignsOf(suspect, neighbours.get(suspect.id) ?? (suspect.addressKey === null ? 0 : 1)),
        blocks,
        earlierOf: (entry) => earlierOf(entry, suspect),
      },
      settings,
      (touch) => profileOf(touch.campaignId, suspect.receivedAt),
    ),
  );
}

export function fraudChecksOfInstall(
  signs: InstallSigns,
  settings: FraudSettings,
  profileOf: (touch: InstallTouch) => SourceProfile | null,
): FraudChecks {
  return {
    install: installFindings(signs, settings),
    touch: (touch) => touchFindings({ ...touch, profile: profileOf(touch) }, signs, settings),
  };
}

export function installSignsOf(
  {
    receivedAt,
    device,
    country,
    addressList,
    appVersion,
    osVersion,
    blockEntry,
    facts,
  }: Omit<CheckedInstall, "id" | "addressKey" | "isNew" | "touches">,
  sameAddress: number,
): Omit<InstallSigns, "blocks" | "earlierOf"> {
  return {
    receivedAt,
    play: {
      clickedAt: playTime(
        device,
        "referrerClickTimestampServerSeconds",
        "referrer_click_timestamp_server_seconds",
      ),
      begunAt: playTime(
        device,
        "installBeginTimestampServerSeconds",
        "install_begin_timestamp_server_seconds",
      ),
    },
    addressList,
    country,
    appVersion,
    osVersion,
    blockEntry,
    models: ["model", "device_model", "device", "device_name"].flatMap(
      (name) => deviceText(device, name) ?? [],
    ),
    advertisingIds: facts.advertisingIds,
    platform: facts.platform,
    sameAddress,
  };
}

const noBlocks = { blocks: [] as BlockEntry[], earlierOf: () => 0 };

/** The entries in force at any of the installs, with the earlier installs of publishers that have a limit. */
async function blockListOf(projectId: ProjectId, suspects: CheckedInstall[]) {
  const times = suspects.map(({ receivedAt }) => receivedAt.getTime());
  const blocks = await findBlockEntries(projectId, {
    from: new Date(Math.min(...times)),
    to: new Date(Math.max(...times)),
  });
  const limited = blocks.filter(({ max_installs: max }) => max !== null);
  if (limited.length === 0) return { ...noBlocks, blocks };
  const touchesPublisher = ({ touches }: CheckedInstall, { value, network }: BlockEntry) =>
    touches.some((touch) => touch.publisherId === value && (network === null || touch.network === network));
  const requested = limited.flatMap((entry) =>
    suspects
      .filter((suspect) => touchesPublisher(suspect, entry))
      .map(({ id, receivedAt }) => ({ entry, id, at: receivedAt })),
  );
  const stored = requested.length === 0 ? new Map() : await countInstallsOfPublishers(projectId, requested);
  return {
    blocks,
    earlierOf(entry: BlockEntry, suspect: CheckedInstall): number {
      const since = suspect.receivedAt.getTime() - (entry.per_hours ?? 24) * 3_600_000;
      // Earlier installs of the batch have no stored publisher yet.
      const undecided = suspects.filter(
        (other) =>
          other.isNew &&
          other.id < suspect.id &&
          other.receivedAt.getTime() > since &&
          touchesPublisher(other, entry),
      ).length;
      return (stored.get(`${entry.id} ${suspect.id}`) ?? 0) + undecided;
    },
  };
}

function playTime(device: Record<string, unknown>, ...names: string[]): Date | null {
  const seconds = Number(deviceText(device, ...names, `install_ref_${names[0]}`) ?? 0);
  return seconds > 1_000_000_000 && seconds < 100_000_000_000 ? new Date(seconds * 1_000) : null;
}

/** Caches days by quarter of an hour, because no zone changes its day or its clock within one. */
function daysIn(timeZone: string): (at: Date) => string {
  const known = new Map<number, string>();
  return (at) => {
    const quarter = Math.floor(at.getTime() / 900_000);
    const day = known.get(quarter) ?? dayIn(timeZone, at);
    known.set(quarter, day);
    return day;
  };
}

/** Days that are fully counted, by project. */
const counted = new LRUCache<string, true>({ max: 10_000 });

async function profiles(project: Project, suspects: CheckedInstall[], now: Date) {
  const dayOf = daysIn(project.timeZone);
  const campaigns = new Set(
    suspects.flatMap(({ touches }) => touches.flatMap((touch) => touch.campaignId ?? [])),
  );
  if (campaigns.size === 0) return () => null;
  let [earliest, latest] = [suspects[0]!.receivedAt, suspects[0]!.receivedAt];
  for (const { receivedAt } of suspects) {
    if (receivedAt < earliest) earliest = receivedAt;
    if (receivedAt > latest) latest = receivedAt;
  }
  const [first, last] = [dayOf(earliest), dayOf(latest)];
  const today = dayOf(now);
  const [from, to] = [addDays(first, -7), addDays(last < today ? last : today, -1)];
  const key = `${project.id} ${from} ${to}`;
  if (from <= to && !counted.has(key)) {
    if (await countSourceDays(project.id, project.timeZone, from, to)) counted.set(key, true);
  }
  const rows = await findFraudSources(project.id, [...campaigns], first, last);
  const known = new Map(rows.map((row) => [`${row.campaign_id} ${row.day}`, row]));
  return (campaignId: number | null, at: Date): SourceProfile | null => {
    const row = campaignId === null ? undefined : known.get(`${campaignId} ${dayOf(at)}`);
    return row ? { installs: row.installs, early: row.early, late: row.late, clicks: row.clicks } : null;
  };
}
