import type { Project } from "@/lib/accounts/access/project";
import { countApplePostbacks, findApplePostbacks } from "@/lib/apple/list/queries";
import { applePostbackSchema } from "@/lib/apple/list/schema";
import { appleSettingsOf } from "@/lib/apple/postbacks/settings";
import { timeRangeOf } from "@/lib/platform/keyset";
import { list } from "@/lib/platform/lists/list";

export const applePostbackList = list(applePostbackSchema, {
  toFilter: (project: Project, query) => ({
    ...query,
    ...timeRangeOf(project.timeZone, query),
    settings: appleSettingsOf(project.settings),
  }),
  find: findApplePostbacks,
  count: countApplePostbacks,
});
