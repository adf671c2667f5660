/** Rules on the current state: accounts, destinations, domains, links. */

import type { Project } from "@/lib/accounts/access/project";
import { findWarnedCampaigns } from "@/lib/activity/attention/queries";
import { noObservation, type Observation } from "@/lib/alerts/conditions/observation";
import { findDestinationHealth } from "@/lib/alerts/fetch/queries";
import type { AlertConditionOf, Evaluation } from "@/lib/alerts/rules/schema";
import { minIdAt } from "@/lib/base/ids";
import { isLocalHost } from "@/lib/base/web/hosts";
import { findAppLinks } from "@/lib/campaigns/app-links/queries";
import { linkFileText } from "@/lib/campaigns/app-links/rules";
import { pushServiceKinds } from "@/lib/facts/uninstalls/push-services";
import { findPushServices } from "@/lib/facts/uninstalls/queries";
import { findDomains } from "@/lib/projects/domains/queries";
import { findPulls } from "@/lib/spend/pull/queries";
import { spendSources } from "@/lib/spend/pull/sources";
import { examineDomain, type FetchPage } from "@/lib/traffic/domain-check/check";
import type { DomainFinding } from "@/lib/traffic/domain-check/schema";

const day = 86_400_000;
const hour = 3_600_000;

/** Inside without a text, outside with one. */
const observed = (text: string | null, more: Partial<Observation> = {}): Observation => ({
  ...noObservation,
  ...more,
  is: text === null ? "inside" : "outside",
  text,
});

export async function observeSyncs(project: Project): Promise<Evaluation[]> {
  const pulls = await findPulls(project.id, Object.keys(spendSources));
  return pulls
    .filter(({ has_credentials, status }) => has_credentials && status === "ACTIVE")
    .map(({ id, name, problem }) => ({
      subject: `account:${id}`,
      label: name,
      seen: observed(problem === null ? null : `Spend isn't synced. ${problem}`),
    }));
}

/** Fewer consecutive failures usually pass by themselves. */
const failsOften = 3;

export async function observePushServices(project: Project): Promise<Evaluation[]> {
  return (await findPushServices(project.id)).map(({ kind, problem, next_at, failures }) => {
    const isBad = problem !== null && (next_at === null || failures >= failsOften);
    return {
      subject: `push:${kind}`,
      label: pushServiceKinds[kind].label,
      seen: observed(isBad ? `Uninstalls can't be checked. ${problem}` : null),
    };
  });
}

const maxCounted = 1_000_000;

export async function observeDestinations(
  project: Project,
  { waiting_hours, failed: max }: AlertConditionOf<"delivery">,
  now: Date,
): Promise<Evaluation[]> {
  const found = await findDestinationHealth(project.id, {
    since: new Date(now.getTime() - day),
    waiting: new Date(now.getTime() - waiting_hours * hour),
    most: maxCounted,
  });
  return found.map(({ id, name, paused, pause_reason, failing_since, failed, waits }) => {
    const problems = [
      paused ? `It's paused. ${pause_reason ?? ""}`.trim() : null,
      !paused && failing_since ? "It rejects all deliveries." : null,
      failed >= max
        ? `${failed === 1 ? "1 delivery" : `${failed.toLocaleString("en")} deliveries`} failed in 24 hours.`
        : null,
      !paused && waits
        ? `Deliveries have been waiting for more than ${waiting_hours === 1 ? "an hour" : `${waiting_hours} hours`}.`
        : null,
    ].filter((problem) => problem !== null);
    return {
      subject: `destination:${id}`,
      label: name,
      seen: observed(problems.length === 0 ? null : problems.join(" "), {
        value: failed,
        high: max,
        unit: "count",
      }),
    };
  });
}

/** Checks without which links stop working; a missing app setting is not a failure. */
const critical = new Set<DomainFinding["check"]>(["dns", "tls", "reaches", "apple_file", "android_file"]);

export async function observeDomains(
  project: Project,
  dependencies: { now: Date; appHost: string; fetchPage?: FetchPage },
): Promise<Evaluation[]> {
  const [domains, links] = await Promise.all([findDomains(project.id), findAppLinks(project.id)]);
  const isSet = {
    apple_file: links !== null && linkFileText("apple-app-site-association", links) !== null,
    android_file: links !== null && linkFileText("assetlinks.json", links) !== null,
  };
  const evaluations: Evaluation[] = [];
  for (const { id, host, verified_at } of domains) {
    if (verified_at === null || isLocalHost(host)) continue;
    const { findings } = await examineDomain(project.id, id, dependencies);
    const wrong = findings.filter(
      ({ check, state }) =>
        critical.has(check) &&
        (state === "problem" ||
          (state === "warning" && (!(check in isSet) || isSet[check as keyof typeof isSet]))),
    );
    const text = wrong.map(({ title, text: what }) => `${title}: ${what}`).join(" ");
    evaluations.push({ subject: `domain:${host}`, label: host, seen: observed(text === "" ? null : text) });
  }
  return evaluations;
}

const maxClicks = 10_000;

export async function observeMacros(
  project: Project,
  { clicks: min }: AlertConditionOf<"macros">,
  now: Date,
): Promise<Evaluation[]> {
  const warned = await findWarnedCampaigns(project.id, minIdAt(now.getTime() - day), maxClicks);
  return warned.map(({ campaign_id, name, clicks }) => ({
    subject: `campaign:${campaign_id}`,
    label: name,
    seen: observed(
      clicks >= min
        ? `${clicks === 1 ? "1 click" : `${clicks.toLocaleString("en")} clicks`} in 24 hours came with macros that the ad platform didn't replace.`
        : null,
      { value: clicks, high: min, unit: "count" },
    ),
  }));
}
