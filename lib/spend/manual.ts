import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { Refusal } from "@/lib/base/refusal";
import { recordSpend } from "@/lib/spend/record";
import type { SpendRow } from "@/lib/spend/schema";

/** Stores one row of a form and reports errors for the form's fields. */
export async function enterSpend(project: Project, row: SpendRow, by: Actor, now: Date) {
  const source = {
    kind: "HAND",
    sourceKey: null,
    name: "By hand",
    createdBy: by.name,
    audit: { account: project.accountId, by },
  } as const;
  try {
    return await recordSpend(project, [row], source, now);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const fields = Object.entries(error.fields ?? {}).map(([name, text]) => [
      name.replace(/^rows\.0\.?/, "") || "campaign",
      text,
    ]);
    throw new Refusal(error.code, error.message, {
      status: error.status,
      headers: error.headers,
      ...(fields.length > 0 ? { fields: Object.fromEntries(fields) } : {}),
    });
  }
}
