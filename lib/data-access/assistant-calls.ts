import type { Project } from "@/lib/accounts/access/project";
import { serverKeyActor } from "@/lib/accounts/audit/actor";
import { insertEntry } from "@/lib/accounts/audit/queries";

/** Writes an assistant's call to the audit log. Long arguments are left out. */
export async function noteToolCall(
  project: Pick<Project, "id" | "accountId">,
  keyPrefix: string,
  tool: string,
  input: Record<string, string>,
): Promise<void> {
  await insertEntry(serverKeyActor(keyPrefix), {
    account: project.accountId,
    project: project.id,
    action: "mcp.call",
    target: tool,
    detail: JSON.stringify(input).length > 2_000 ? {} : { arguments: input },
  });
}
