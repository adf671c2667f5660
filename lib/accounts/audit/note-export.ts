import type { Member } from "@/lib/accounts/access/member";
import type { Project } from "@/lib/accounts/access/project";
import { actorOf } from "@/lib/accounts/audit/actor";
import { insertEntry } from "@/lib/accounts/audit/queries";

/** Called before a list of people or of their actions is exported. `list` is its name on the screen. */
export async function noteExport(project: Project, member: Member, list: string): Promise<void> {
  const entry = { account: project.accountId, project: project.id, target: list };
  await insertEntry(actorOf(member), { ...entry, action: "person.export-list" });
}
