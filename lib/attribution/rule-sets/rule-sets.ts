import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { fraudRules } from "@/lib/attribution/fraud/rules";
import { describeChanges } from "@/lib/attribution/rule-sets/describe";
import { countInstalls, findRuleSets, storeRules, sumFlagged } from "@/lib/attribution/rule-sets/queries";
import type { attributionSettings } from "@/lib/attribution/rule-sets/settings";
import { attributionRulesOf } from "@/lib/attribution/rule-sets/windows";
import { addDays } from "@/lib/base/days";
import { changedMeanwhile } from "@/lib/base/fields";
import { Refusal } from "@/lib/base/refusal";
import { dayIn } from "@/lib/base/time";
import { findCustomCodes } from "@/lib/campaigns/known-network-queries";
import { networkDefaults } from "@/lib/campaigns/network";
import { networkLabel, selectableNetworks } from "@/lib/campaigns/networks";
import { timeRangeOf } from "@/lib/platform/keyset";
import { countryTableMadeAt } from "@/lib/traffic/ip-lists/country";
import { listIpLists } from "@/lib/traffic/ip-lists/lists";

export type RuleSettings = z.output<typeof attributionSettings>;

export const storedRulesOf = (project: Project): Record<string, unknown> =>
  (project.settings.attribution as Record<string, unknown> | undefined) ?? {};

/** The days for which the effect of the fraud rules is counted. */
const effectDays = 30;

/** The rules in force, their allowed values, their recent effect and their history. */
export async function showRules(project: Project, now: Date) {
  const to = dayIn(project.timeZone, now);
  const from = addDays(to, 1 - effectDays);
  const period = timeRangeOf(project.timeZone, { from, to });
  const [flags, counted, sets, lists, countriesAt, custom] = await Promise.all([
    sumFlagged(project.id, period),
    countInstalls(project.id, period),
    findRuleSets(project.id),
    listIpLists(),
    countryTableMadeAt(),
    findCustomCodes(project.id),
  ]);
  const flagged = new Map(flags.map((row) => [row.rule, row]));
  const { fraud } = attributionRulesOf(storedRulesOf(project));
  return {
    name: attributionRulesOf(storedRulesOf(project)).version,
    settings: storedRulesOf(project),
    fraud: Object.entries(fraudRules).map(([name, { label, meaning, thresholds }]) => {
      const { level, ...values } = fraud[name as keyof typeof fraud];
      return {
        name,
        label,
        meaning,
        level,
        values: values as Record<string, number>,
        thresholds: Object.entries(thresholds).map(([key, threshold]) => ({ key, ...threshold })),
        flagged: flagged.get(name)?.installs ?? 0,
        attributed: flagged.get(name)?.attributed ?? 0,
        revenue: flagged.get(name)?.revenue ?? 0,
      };
    }),
    networks: [
      ...selectableNetworks.map(({ code, label, clickDays }) => ({ code, label, days: clickDays })),
      ...custom.map((code) => ({ code, label: networkLabel(code), days: networkDefaults.clickDays })),
    ],
    effect: { days: effectDays, from, to, ...counted },
    address_lists: lists.map((list) => ({ ...list, loaded_at: list.loaded_at.toISOString() })),
    countries_at: countriesAt?.toISOString() ?? null,
    versions: sets.map(({ created_at, ...set }) => ({ ...set, created_at: created_at.toISOString() })),
  };
}

/** The rules apply to all decisions from now on. */
export async function changeRules(
  project: Project,
  settings: RuleSettings,
  by: Actor,
  now: Date,
  seen?: string,
) {
  const before = storedRulesOf(project);
  if (seen !== undefined && seen !== attributionRulesOf(before).version)
    throw new Refusal("changed_meanwhile", changedMeanwhile);
  const changes = describeChanges(before, settings);
  const name = attributionRulesOf(settings).version;
  if (changes.length === 0) return { name, changes };
  if (!(await storeRules(project, { before, after: settings, name, changes }, by, now)))
    throw new Refusal(
      "changed_meanwhile",
      "Someone else changed the rules in the meantime. Review them and try again.",
      { status: 409 },
    );
  return { name, changes };
}
