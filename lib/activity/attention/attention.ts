import type { Project } from "@/lib/accounts/access/project";
import {
  findSetUpProblems,
  findUnclickedCampaigns,
  findWarnedCampaigns,
  sumRecentDays,
} from "@/lib/activity/attention/queries";
import { hasGoneQuiet, isAboveNormal } from "@/lib/activity/attention/rules";
import type { Attention, AttentionItem } from "@/lib/activity/attention/schema";
import { findArrivals } from "@/lib/activity/live/arrival-queries";
import { addDays } from "@/lib/base/days";
import { minIdAt } from "@/lib/base/ids";
import { dayIn } from "@/lib/base/time";
import { findWaiting } from "@/lib/facts/payments/rate-queries";
import { pushServiceKinds } from "@/lib/facts/uninstalls/push-services";
import { findPushServices } from "@/lib/facts/uninstalls/queries";
import { findStuck } from "@/lib/outbound/destinations/queries";

const week = 7;
const maxClicks = 1_000;
/** The longest possible attribution window of clicks. */
const longestClickDays = 90;
const maxUnclicked = 3;

/** Problems that make a project's figures incomplete or wrong, and that a member can fix. */
export async function findAttention(project: Project, now: Date): Promise<Attention> {
  const today = dayIn(project.timeZone, now);
  // Today is not over, and the app may be quiet since yesterday. The week before both days shows the usual calls.
  const calls = { from: addDays(today, -1 - week), to: addDays(today, -2) };
  const [setUp, warned, recentDays, arrivals, stuck, waiting, push, unclicked] = await Promise.all([
    findSetUpProblems(project.id),
    findWarnedCampaigns(project.id, minIdAt(now.getTime() - week * 86_400_000), maxClicks),
    sumRecentDays(project.id, {
      from: addDays(today, -5 * week),
      to: today,
      week: addDays(today, 1 - week),
      calls,
    }),
    findArrivals(project.id),
    findStuck(project.id),
    findWaiting(project.id),
    findPushServices(project.id),
    findUnclickedCampaigns(project.id, {
      from: addDays(today, -longestClickDays - week),
      week: addDays(today, 1 - week),
      since: new Date(now.getTime() - week * 86_400_000),
      max: maxUnclicked,
    }),
  ]);
  const items: AttentionItem[] = [];
  const add = (kind: AttentionItem["kind"], count: number, more: Partial<AttentionItem> = {}) =>
    items.push({ kind, count, name: null, campaign_id: null, since: null, ...more });

  const times = [arrivals.init, arrivals.trigger, arrivals.event, arrivals.payment];
  const known = times.filter((at) => at !== null).map((at) => at.getTime());
  const last = known.length > 0 ? new Date(Math.max(...known)) : null;
  if (last && hasGoneQuiet(last, recentDays.active_days, week, now))
    add("app_quiet", 1, { since: last.toISOString() });
  if (setUp.failed_syncs > 0) add("failed_sync", setUp.failed_syncs, { name: setUp.failed_sync });
  // Temporary problems need no action.
  const stopped = push.filter(({ next_at }) => next_at === null);
  if (stopped.length > 0)
    add("push_stopped", stopped.length, {
      name: stopped.map(({ kind }) => pushServiceKinds[kind].label).join(", "),
      since: stopped[0]!.problem_at?.toISOString() ?? null,
    });
  for (const { is, count, name, since } of stuck)
    add(`destination_${is}`, count, { name, since: since.toISOString() });
  if (setUp.unrouted > 0) add("domain_unrouted", setUp.unrouted, { name: setUp.unrouted_host });
  if (setUp.unproved > 0) add("domain_unproved", setUp.unproved, { name: setUp.unproved_host });
  const recent = { installs: recentDays.week_installs, suspicious: recentDays.week_suspicious };
  const before = { installs: recentDays.before_installs, suspicious: recentDays.before_suspicious };
  if (isAboveNormal(recent, before)) add("suspicious", recent.suspicious);
  for (const { campaign_id, name, installs } of unclicked) add("unclicked", installs, { name, campaign_id });
  const unpriced = waiting.filter(({ payments }) => payments > 0);
  if (unpriced.length > 0)
    add(
      "payments_unpriced",
      unpriced.reduce((sum, { payments }) => sum + payments, 0),
      { name: unpriced.map(({ currency }) => currency).join(", ") },
    );
  if (setUp.unmatched > 0) add("unmatched_spend", setUp.unmatched, { name: setUp.unmatched_account });
  const [max] = warned;
  if (max) add("macros", warned.length, { name: max.name, campaign_id: max.campaign_id });
  return { items };
}
