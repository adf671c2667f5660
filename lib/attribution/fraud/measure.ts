import { LRUCache } from "lru-cache";
import type { Project } from "@/lib/access/project";
import type { Accuser, InstallFacts, Touch } from "@/lib/attribution/engine";
import {
  chargeInstall,
  chargeTouch,
  type InstallSigns,
  type SourceProfile,
} from "@/lib/attribution/fraud/charges";
import {
  type ClickMeasure,
  countSourceDays,
  findClickMeasures,
  findInstallMeasures,
  findSources,
  type InstallMeasure,
} from "@/lib/attribution/fraud/queries";
import type { FraudSettings } from "@/lib/attribution/fraud/rules";
import { addDays } from "@/lib/days";
import { text } from "@/lib/installs/device";
import { dayIn } from "@/lib/time";

/** An install with all that could have led to it. */
export type Suspect = {
  id: string;
  receivedAt: Date;
  device: Record<string, unknown>;
  facts: InstallFacts;
  touches: Touch[];
};

const nobody: Accuser = { touch: () => [], install: [] };

/** Measures what the fraud rules go by, in a few statements for all installs, and answers who accuses each. */
export async function accusersOf(
  project: Project,
  suspects: Suspect[],
  settings: FraudSettings,
  now: Date,
): Promise<Accuser[]> {
  const isOn = (...rules: (keyof FraudSettings)[]) => rules.some((rule) => settings[rule].level !== "off");
  if (!Object.values(settings).some(({ level }) => level !== "off")) return suspects.map(() => nobody);
  const all = suspects.flatMap(({ touches }) => touches);
  const clickIds = all.flatMap(({ clickId, notCounted }) =>
    clickId !== null && notCounted === null ? [clickId] : [],
  );
  const [installs, clicks, profileOf] = await Promise.all([
    isOn("install_farm", "anonymous_address", "country_mismatch")
      ? findInstallMeasures(
          project.id,
          suspects.map(({ id }) => id),
        )
      : [],
    clickIds.length > 0 && isOn("hyper_engagement", "anonymous_address", "country_mismatch")
      ? findClickMeasures(project.id, [...new Set(clickIds)])
      : [],
    isOn("click_flooding") ? profiles(project, suspects, now) : () => null,
  ]);
  const installOf = new Map(installs.map((row) => [row.id, row]));
  const clickOf = new Map(clicks.map((row) => [row.id, row]));
  return suspects.map((suspect) => {
    const signs = signsOf(suspect, installOf.get(suspect.id));
    return accuserOf(signs, settings, (touch) => ({
      measure: touch.clickId === null ? undefined : clickOf.get(touch.clickId),
      profile: profileOf(touch.campaignId, suspect.receivedAt),
    }));
  });
}

type Measured = { measure: Omit<ClickMeasure, "id"> | undefined; profile: SourceProfile | null };

export function accuserOf(
  signs: InstallSigns,
  settings: FraudSettings,
  measured: (touch: Touch) => Measured,
): Accuser {
  return {
    install: chargeInstall(signs, settings),
    touch(touch) {
      const { measure, profile } = measured(touch);
      return chargeTouch(
        {
          ...touch,
          addressList: measure?.address_list ?? null,
          country: measure?.country ?? null,
          engagement: measure?.engagement ?? 0,
          profile,
        },
        signs,
        settings,
      );
    },
  };
}

export function signsOf(
  { receivedAt, device, facts }: Omit<Suspect, "id" | "touches">,
  measure: Omit<InstallMeasure, "id"> | undefined,
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
    addressList: measure?.address_list ?? null,
    country: measure?.country ?? null,
    models: ["model", "device_model", "device", "device_name"].flatMap((name) => text(device, name) ?? []),
    advertisingIds: facts.advertisingIds,
    platform: facts.platform,
    sameAddress: measure?.same_address ?? 0,
  };
}

function playTime(device: Record<string, unknown>, ...names: string[]): Date | null {
  const seconds = Number(text(device, ...names, `install_ref_${names[0]}`) ?? 0);
  return seconds > 1_000_000_000 && seconds < 100_000_000_000 ? new Date(seconds * 1_000) : null;
}

/** Days of projects that are known to be counted. */
const counted = new LRUCache<string, true>({ max: 10_000 });

async function profiles(project: Project, suspects: Suspect[], now: Date) {
  const dayOf = (at: Date) => dayIn(project.timeZone, at);
  const campaigns = new Set(
    suspects.flatMap(({ touches }) => touches.flatMap((touch) => touch.campaignId ?? [])),
  );
  if (campaigns.size === 0) return () => null;
  const days = suspects.map(({ receivedAt }) => dayOf(receivedAt)).sort();
  const [first, last] = [days[0]!, days.at(-1)!];
  const today = dayOf(now);
  const [from, to] = [addDays(first, -7), addDays(last < today ? last : today, -1)];
  const key = `${project.id} ${from} ${to}`;
  if (from <= to && !counted.has(key)) {
    if (await countSourceDays(project.id, project.timeZone, from, to)) counted.set(key, true);
  }
  const rows = await findSources(project.id, [...campaigns], first, last);
  const known = new Map(rows.map((row) => [`${row.campaign_id} ${row.day}`, row]));
  return (campaignId: number | null, at: Date): SourceProfile | null => {
    const row = campaignId === null ? undefined : known.get(`${campaignId} ${dayOf(at)}`);
    return row ? { installs: row.installs, early: row.early, late: row.late } : null;
  };
}
