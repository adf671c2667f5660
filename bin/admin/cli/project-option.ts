import type { CommandOption, GivenOptions } from "@/bin/admin/cli/command";
import { projectIdNamed } from "@/bin/admin/cli/queries";
import { type Project, projectFromRow } from "@/lib/accounts/access/project";
import { findProject } from "@/lib/accounts/access/queries";
import { Refusal } from "@/lib/base/refusal";

export const projectOption: Record<string, CommandOption> = {
  project: { value: "P", required: true, help: "ID or slug of the project" },
};

/** On the command line the operator has every permission and needs no other credential. */
export async function projectNamed(given: GivenOptions): Promise<Project> {
  const named = given.text("project") ?? "";
  const id = await projectIdNamed(named);
  const row = id === null ? null : await findProject(id);
  if (!row) throw new Refusal("not_found", `There is no project "${named}".`);
  return projectFromRow(row);
}
