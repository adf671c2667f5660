import type { Project } from "@/lib/accounts/access/project";
import { list } from "@/lib/platform/lists/list";
import { countClicks, findClicks } from "@/lib/reporting/lists/clicks/queries";
import { clickSchema } from "@/lib/reporting/lists/clicks/schema";
import { narrowed } from "@/lib/reporting/lists/narrow";

export const clicks = list(clickSchema, {
  narrow: (project: Project, query) => narrowed(project, query),
  find: findClicks,
  count: countClicks,
});
