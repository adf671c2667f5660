import type { Member } from "@/lib/accounts/access/member";
import type { Project } from "@/lib/accounts/access/project";
import { may, type Role } from "@/lib/accounts/access/roles";
import { actorOf } from "@/lib/accounts/audit/actor";
import { Refusal } from "@/lib/base/refusal";
import { deleteSavedView, findSavedViews, storeSavedView, type ViewRow } from "@/lib/reporting/views/queries";
import type { SavedView, ViewInput } from "@/lib/reporting/views/schema";

type Saver = { project: Project; role: Role; member: Member };

const present = (row: ViewRow): SavedView => ({
  ...row,
  by: row.by ?? "",
  updated_at: row.updated_at.toISOString(),
});

export async function listSavedViews({ project, member }: Saver) {
  return { views: (await findSavedViews(project.id, member.id)).map(present) };
}

const ownerOf = ({ project, member }: Saver) => ({
  account: project.accountId,
  project: project.id,
  member: member.id,
});

export async function saveReportView(saver: Saver, input: ViewInput, now: Date) {
  if (input.shared && !may(saver.role, "views.share"))
    throw new Refusal("permission_denied", "You can save views for yourself, but you can't share them.");
  return { view: present(await storeSavedView(ownerOf(saver), input, actorOf(saver.member), now)) };
}

/** Removes the member's view or, with the right role, another member's shared view. */
export async function removeSavedView(saver: Saver, id: number) {
  const ofOthers = may(saver.role, "views.remove");
  const outcome = await deleteSavedView(ownerOf(saver), id, ofOthers, actorOf(saver.member));
  if (!outcome) throw new Refusal("not_found", "Not found.");
  if (!outcome.removed) throw new Refusal("permission_denied", "This view belongs to someone else.");
  return { id };
}
