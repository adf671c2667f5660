import type { Project } from "@/lib/accounts/access/project";
import { isMailConfigured } from "@/lib/alerts/mail/is-configured";
import { findTeam } from "@/lib/alerts/mail/queries";
import { Refusal } from "@/lib/base/refusal";

export const noMailServerText = "This server has no mail server configured, so it can't send emails.";

/** Keeps only addresses of members of the project's team. */
export async function allowedRecipients(
  project: Project,
  requested: readonly string[],
  before: readonly string[],
) {
  const emails = [...new Set(requested)];
  const added = emails.filter((each) => !before.includes(each));
  if (added.length > 0 && !isMailConfigured()) throw new Refusal("email_not_configured", noMailServerText);
  if (emails.length === 0) return [];
  const team = new Set((await findTeam(project.id)).map((mate) => mate.email));
  const stranger = added.find((each) => !team.has(each));
  if (stranger !== undefined) {
    const message = `${stranger} isn't a member of this project's team.`;
    throw new Refusal("invalid_request", message, { fields: { emails: message } });
  }
  // People who left the team are left out; the rest is saved.
  return emails.filter((each) => team.has(each));
}
