import type { Project } from "@/lib/accounts/access/project";
import { countWebVisitors, findWebVisitors } from "@/lib/activity/lists/web-visitors/queries";
import { webVisitorSchema } from "@/lib/activity/lists/web-visitors/schema";
import { timeRangeOf } from "@/lib/platform/keyset";
import { list } from "@/lib/platform/lists/list";

export const webVisitorsList = list(webVisitorSchema, {
  toFilter: (project: Project, query) => ({ ...query, ...timeRangeOf(project.timeZone, query) }),
  find: findWebVisitors,
  count: countWebVisitors,
});
