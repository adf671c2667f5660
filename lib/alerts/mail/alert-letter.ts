/** An alert as a letter. Pure. */

import type { Project } from "@/lib/accounts/access/project";
import type { Letter } from "@/lib/alerts/mail/letter";
import type { AlertRow } from "@/lib/alerts/rules/queries";
import type { Watched } from "@/lib/alerts/schema";
import { alertNumbers } from "@/lib/alerts/words";

export function alertLetter(
  project: Project,
  alert: Pick<AlertRow, "rule_id" | "rule_name" | "label" | "text" | "seen">,
  watched: Watched | null,
  appUrl: string,
): Letter {
  const url = `${appUrl}/p/${project.id}/alerts/${alert.rule_id}`;
  const rows = watched ? alertNumbers(watched, alert.seen, project) : [];
  return {
    subject: `${project.name}: ${alert.rule_name}${alert.label === "" ? "" : ` (${alert.label})`}`,
    lead: [alert.text],
    table: rows.length > 0 ? { heads: ["Figure", "Value"], rows } : null,
    note: null,
    link: { label: "Open the alert", url },
    foot: {
      text: `You get this because the alert rule “${alert.rule_name}” of ${project.name} e-mails you.`,
      url,
    },
    attachment: null,
  };
}
