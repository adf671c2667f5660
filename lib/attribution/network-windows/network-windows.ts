/** The attribution windows of single networks as fields of the networks. They are stored in the attribution rules. */

import type { z } from "zod";
import { backgroundProject } from "@/lib/accounts/access/callers";
import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import type {
  NetworkWindows,
  networkAndWindows,
  networksForForm,
} from "@/lib/attribution/network-windows/schema";
import { changeRules, type RuleSettings, storedRulesOf } from "@/lib/attribution/rule-sets/rule-sets";
import { attributionSettings } from "@/lib/attribution/rule-sets/settings";
import { attributionRulesOf, clickWindow, viewWindow } from "@/lib/attribution/rule-sets/windows";
import type { ShownNetwork } from "@/lib/campaigns/custom-networks/schema";

const hour = 3_600_000;

type Shown = z.output<typeof networkAndWindows>;

export function withWindows(project: Project, networks: ShownNetwork[]): Shown[] {
  const rules = attributionRulesOf(storedRulesOf(project));
  return networks.map((network) => ({
    ...network,
    click_window_days: clickWindow(rules, { campaignId: null, network: network.code }) / (24 * hour),
    view_window_hours: viewWindow(rules, network.code) / hour,
  }));
}

/** The networks with their own windows, and the windows of a network without own ones. */
export function withOwnWindows(project: Project, networks: ShownNetwork[]): z.output<typeof networksForForm> {
  const stored: RuleSettings = attributionSettings.parse(storedRulesOf(project));
  const rules = attributionRulesOf(storedRulesOf(project));
  return {
    networks: withWindows(project, networks).map((network) => ({
      ...network,
      own_windows: {
        click_window_days: stored.network_click_days?.[network.code] ?? null,
        view_window_hours: stored.network_view_hours?.[network.code] ?? null,
      },
    })),
    default_windows: {
      click_window_days: clickWindow(rules, { campaignId: null, network: null }) / (24 * hour),
      view_window_hours: viewWindow(rules, null) / hour,
    },
  };
}

/** `of` without the network if its value is null. */
const withValue = (of: Record<string, number> = {}, code: string, value: number | null | undefined) => {
  if (value === undefined) return of;
  const { [code]: _before, ...others } = of;
  return value === null ? others : { ...others, [code]: value };
};

/** Changes the given windows of a network in the rules, which apply to all decisions from now on. */
export async function setWindows(
  caller: Project,
  network: ShownNetwork,
  { click_window_days: days, view_window_hours: hours }: NetworkWindows,
  { by, now }: { by: Actor; now: Date },
): Promise<{ network: Shown }> {
  // Not the caller's copy, which may be some seconds old: the rules are replaced as a whole.
  const project = (await backgroundProject(caller.id)) ?? caller;
  const present = (of: Project) => ({ network: withWindows(of, [network])[0]! });
  if (days === undefined && hours === undefined) return present(project);
  const before: RuleSettings = attributionSettings.parse(storedRulesOf(project));
  const after = {
    ...before,
    network_click_days: withValue(before.network_click_days, network.code, days),
    network_view_hours: withValue(before.network_view_hours, network.code, hours),
  };
  await changeRules(project, after, by, now);
  return present({ ...project, settings: { ...project.settings, attribution: after } });
}
