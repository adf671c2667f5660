import type { Project } from "@/lib/accounts/access/project";
import { filteredQuery } from "@/lib/activity/lists/filtered-query";
import { instancesOfDimensions } from "@/lib/activity/lists/installs/instances";
import { countSignUps, findSignUps, type SignUpFilter } from "@/lib/activity/lists/users/queries";
import { signUpSchema } from "@/lib/activity/lists/users/schema";
import { list } from "@/lib/platform/lists/list";

export const signUpsList = list(signUpSchema, {
  async toFilter(project: Project, query): Promise<SignUpFilter> {
    const filter = filteredQuery(project, query);
    return { ...filter, instances: await instancesOfDimensions(project, filter.dimensions) };
  },
  find: findSignUps,
  count: countSignUps,
});
