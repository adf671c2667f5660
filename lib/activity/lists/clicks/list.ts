import type { Project } from "@/lib/accounts/access/project";
import { countClicks, findClicks } from "@/lib/activity/lists/clicks/queries";
import { clickSchema } from "@/lib/activity/lists/clicks/schema";
import { filteredQuery } from "@/lib/activity/lists/filtered-query";
import { list } from "@/lib/platform/lists/list";

export const clicksList = list(clickSchema, {
  toFilter: (project: Project, query) => filteredQuery(project, query),
  find: findClicks,
  count: countClicks,
});
