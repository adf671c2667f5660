import { LRUCache } from "lru-cache";
import type { Project } from "@/lib/accounts/access/project";
import {
  type InstallSigns,
  installFindings,
  type SourceProfile,
  touchFindings,
} from "@/lib/attribution/fraud/findings";
import type { FraudSettings } from "@/lib/attribution/fraud/rules";
import {
  countInstallsOfAddress,
  countSourceDays,
  findFraudSources,
} from "@/lib/attribution/fraud-checks/queries";
import type { FraudChecks, InstallTouch, TouchInstall } from "@/lib/attribution/touches/touches";
import { addDays } from "@/lib/base/days";
import { dayIn } from "@/lib/base/time";
import { deviceText } from "@/lib/facts/app-calls/device";

/** An install with all touches that could have led to it. */
export type CheckedInstall = {
  id: string;
  receivedAt: Date;
  device: Record<string, unknown>;
  country: string | null;
  addressKey: string | null;
  addressList: string | null;
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
  const [neighbours, profileOf] = await Promise.all([
    isOn("install_farm")
      ? countInstallsOfAddress(
          project.id,
          suspects.filter(({ addressKey }) => addressKey !== null),
        )
      : new Map<string, number>(),
    isOn("click_flooding", "hyper_engagement") ? profiles(project, suspects, now) : () => null,
  ]);
  return suspects.map((suspect) =>
    fraudChecksOfInstall(
      installSignsOf(suspect, neighbours.get(suspect.id) ?? (suspect.addressKey === null ? 0 : 1)),
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
  { receivedAt, device, country, addressList, facts }: Omit<CheckedInstall, "id" | "addressKey" | "touches">,
  sameAddress: number,
): InstallSigns {
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
    models: ["model", "device_model", "device", "device_name"].flatMap(
      (name) => deviceText(device, name) ?? [],
    ),
    advertisingIds: facts.advertisingIds,
    platform: facts.platform,
    sameAddress,
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
