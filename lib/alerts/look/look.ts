/** One look of a rule at everything it watches. */

import type { Project } from "@/lib/accounts/access/project";
import { hoursLooked, judgeQuiet } from "@/lib/alerts/judge/quiet";
import {
  lookAtDestinations,
  lookAtDomains,
  lookAtMacros,
  lookAtPushServices,
  lookAtSyncs,
} from "@/lib/alerts/look/connections";
import { daysBehind, judgeDay } from "@/lib/alerts/look/figures";
import { findBusyHours } from "@/lib/alerts/look/queries";
import { seriesOf } from "@/lib/alerts/look/series";
import { closedHours, type Period } from "@/lib/alerts/periods";
import type { Look, Watched } from "@/lib/alerts/schema";
import { addDays } from "@/lib/base/days";
import type { AskPage } from "@/lib/traffic/doctor/doctor";

/** The clock, the host that domains have to lead to, and what asks them. */
export type Means = { now: Date; appHost: string; ask?: AskPage };

export async function lookAt(project: Project, one: Watched, period: Period, means: Means): Promise<Look[]> {
  switch (one.kind) {
    case "change":
    case "limit":
    case "fraud": {
      const days = { from: addDays(period.day, -daysBehind(one)), to: period.day };
      return (await seriesOf(project, one, days)).map(({ series, ...what }) => ({
        ...what,
        seen: judgeDay(one, series, period.day, project.currency),
      }));
    }
    case "quiet": {
      const hours = await findBusyHours(project.id, one.what, closedHours(means.now, hoursLooked));
      return [{ subject: "", label: "", seen: judgeQuiet(hours, one.factor) }];
    }
    case "spend_sync":
      return lookAtSyncs(project);
    case "push":
      return lookAtPushServices(project);
    case "delivery":
      return lookAtDestinations(project, one, means.now);
    case "domain":
      return lookAtDomains(project, means);
    case "macros":
      return lookAtMacros(project, one, means.now);
  }
}
