import type { Project } from "@/lib/accounts/access/project";
import { appleSettingsOf } from "@/lib/facts/apple-postbacks/settings";
import { timeRangeOf } from "@/lib/platform/keyset";
import { list } from "@/lib/platform/lists/list";
import { countApplePostbacks, findApplePostbacks } from "@/lib/reporting/lists/apple-postbacks/queries";
import { applePostbackSchema } from "@/lib/reporting/lists/apple-postbacks/schema";

export const applePostbackList = list(applePostbackSchema, {
  narrow: (project: Project, query) => ({
    ...query,
    ...timeRangeOf(project.timeZone, query),
    settings: appleSettingsOf(project.settings),
  }),
  find: findApplePostbacks,
  count: countApplePostbacks,
});
