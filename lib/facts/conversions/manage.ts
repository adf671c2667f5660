import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { Refusal } from "@/lib/base/refusal";
import { countEvents, findPast, findVersions, storeVersion } from "@/lib/facts/conversions/queries";
import { matches, type Rule, windows, winner } from "@/lib/facts/conversions/rules";
import { factsByWindow, namesIn, rulesInForce } from "@/lib/facts/conversions/value";

const monthDays = 30;
const mostInstalls = 20_000;

const monthBefore = (now: Date) => new Date(now.getTime() - monthDays * 86_400_000);

export async function showConversions(project: Project, now: Date) {
  const [versions, events] = await Promise.all([
    findVersions(project.id),
    countEvents(project.id, monthBefore(now)),
  ]);
  return {
    ...rulesInForce(project),
    currency: project.currency,
    versions: versions.map((row) => ({ ...row, made_at: row.made_at.toISOString() })),
    events,
  };
}

export async function changeConversions(
  project: Project,
  input: { version: number; rules: Rule[] },
  by: Actor,
  now: Date,
) {
  if (!(await storeVersion(project, { before: input.version, rules: input.rules }, by, now)))
    throw new Refusal(409, "Somebody changed the schema meanwhile. Look at it again first.");
  return { version: input.version + 1 };
}

const nothing = { events: new Map<string, number>(), revenue: 0 };

/** What the rules would have said of the installs of the last month, by what those have done so far. */
export async function previewConversions(project: Project, rules: Rule[], now: Date) {
  const rows = await findPast(project.id, monthBefore(now), namesIn(rules), mostInstalls + 1);
  const installs = rows.slice(0, mostInstalls);
  const counts = rules.map(() => ({ matched: 0, won: 0 }));
  const reached = windows.map(({ window }) => ({ window, reached: 0, none: 0 }));
  for (const install of installs) {
    const age = now.getTime() - install.started_at.getTime();
    const facts = factsByWindow(install, project.currency);
    for (const [i, { window, fromMs }] of windows.entries()) {
      if (age < fromMs) continue;
      const did = facts[window] ?? nothing;
      const won = winner(rules, window, did);
      reached[i]!.reached++;
      if (won === -1) reached[i]!.none++;
      else counts[won]!.won++;
      rules.forEach((rule, place) => {
        if (rule.window === window && matches(rule.when, did)) counts[place]!.matched++;
      });
    }
  }
  return {
    days: monthDays,
    installs: installs.length,
    cut: rows.length > mostInstalls,
    windows: reached,
    rules: counts,
  };
}
