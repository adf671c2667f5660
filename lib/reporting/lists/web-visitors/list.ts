import type { Project } from "@/lib/accounts/access/project";
import { timeRangeOf } from "@/lib/platform/keyset";
import { list } from "@/lib/platform/lists/list";
import { countWebVisitors, findWebVisitors } from "@/lib/reporting/lists/web-visitors/queries";
import { webVisitorSchema } from "@/lib/reporting/lists/web-visitors/schema";

export const webVisitors = list(webVisitorSchema, {
  narrow: (project: Project, query) => ({ ...query, ...timeRangeOf(project.timeZone, query) }),
  find: findWebVisitors,
  count: countWebVisitors,
});
