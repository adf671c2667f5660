import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { storeVersion } from "@/lib/apple/conversion-values/queries";
import type { Rule } from "@/lib/apple/conversion-values/rules";
import { Refusal } from "@/lib/base/refusal";

export async function changeConversions(
  project: Project,
  input: { version: number; rules: Rule[] },
  by: Actor,
  now: Date,
) {
  if (!(await storeVersion(project, { before: input.version, rules: input.rules }, by, now)))
    throw new Refusal("changed_meanwhile", "Somebody changed the schema meanwhile. Look at it again first.", {
      status: 409,
    });
  return { version: input.version + 1 };
}
