import type { Project } from "@/lib/accounts/access/project";
import { findPastConversions } from "@/lib/apple/conversion-values/queries";
import type { ConversionRule } from "@/lib/apple/conversion-values/rules";
import { appleWindows, meetsCondition, winningRule } from "@/lib/apple/conversion-values/rules";
import { monthDays, startOfMonthBefore } from "@/lib/apple/conversion-values/show";
import { eventNamesOfRules, factsByWindow } from "@/lib/apple/conversion-values/value";

const maxInstalls = 20_000;

const nothing = { events: new Map<string, number>(), revenue: 0 };

/** Applies rules to the installs of the last month, with their activity so far. */
export async function previewConversions(project: Project, rules: ConversionRule[], now: Date) {
  const rows = await findPastConversions(
    project.id,
    startOfMonthBefore(now),
    eventNamesOfRules(rules),
    maxInstalls + 1,
  );
  const installs = rows.slice(0, maxInstalls);
  const counts = rules.map(() => ({ matched: 0, won: 0 }));
  const reached = appleWindows.map(({ window }) => ({ window, reached: 0, none: 0 }));
  for (const install of installs) {
    const age = now.getTime() - install.started_at.getTime();
    const facts = factsByWindow(install, project.currency);
    for (const [i, { window, fromMs }] of appleWindows.entries()) {
      if (age < fromMs) continue;
      const did = facts[window] ?? nothing;
      const won = winningRule(rules, window, did);
      reached[i]!.reached++;
      if (won === -1) reached[i]!.none++;
      else counts[won]!.won++;
      rules.forEach((rule, index) => {
        if (rule.window === window && meetsCondition(rule.when, did)) counts[index]!.matched++;
      });
    }
  }
  return {
    days: monthDays,
    installs: installs.length,
    cut: rows.length > maxInstalls,
    windows: reached,
    rules: counts,
  };
}
