import type { Project } from "@/lib/accounts/access/project";
import { list } from "@/lib/platform/lists/list";
import { instancesFor } from "@/lib/reporting/lists/installs/instances";
import { narrowed } from "@/lib/reporting/lists/narrow";
import { countSignUps, findSignUps, type SignUpFilter } from "@/lib/reporting/lists/users/queries";
import { signUpSchema } from "@/lib/reporting/lists/users/schema";

export const signUps = list(signUpSchema, {
  async narrow(project: Project, query): Promise<SignUpFilter> {
    const asked = narrowed(project, query);
    return { ...asked, instances: await instancesFor(project, asked.cells) };
  },
  find: findSignUps,
  count: countSignUps,
});
