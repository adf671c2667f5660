import type { Project } from "@/lib/accounts/access/project";
import { countClicks, findClicks } from "@/lib/activity/lists/clicks/queries";
import { clickSchema } from "@/lib/activity/lists/clicks/schema";
import { narrowed } from "@/lib/activity/lists/narrow";
import { list } from "@/lib/platform/lists/list";

export const clicks = list(clickSchema, {
  narrow: (project: Project, query) => narrowed(project, query),
  find: findClicks,
  count: countClicks,
});
