import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { storeSchemaVersion } from "@/lib/apple/conversion-values/queries";
import type { ConversionRule } from "@/lib/apple/conversion-values/rules";
import { Refusal } from "@/lib/base/refusal";

export async function changeConversions(
  project: Project,
  input: { version: number; rules: ConversionRule[] },
  by: Actor,
  now: Date,
) {
  if (!(await storeSchemaVersion(project, { before: input.version, rules: input.rules }, by, now)))
    throw new Refusal(
      "changed_meanwhile",
      "Someone else changed the schema in the meantime. Reload it and try again.",
      {
        status: 409,
      },
    );
  return { version: input.version + 1 };
}
