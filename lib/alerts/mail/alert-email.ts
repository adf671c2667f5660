/** The emails about an alert's start and its end. Pure. */

import type { Project } from "@/lib/accounts/access/project";
import type { Observation } from "@/lib/alerts/conditions/observation";
import type { Email } from "@/lib/alerts/mail/email";
import type { NotifiedAlert } from "@/lib/alerts/mail/queries";
import { alertNumbers } from "@/lib/alerts/rules/labels";
import type { AlertCondition } from "@/lib/alerts/rules/schema";

type ShownAlert = Omit<NotifiedAlert, "settings" | "recipients">;
type EmailText = { subject: string; lead: string[]; seen: Observation };

function emailOf(
  project: Project,
  alert: ShownAlert,
  { subject, lead, seen }: EmailText,
  watched: AlertCondition | null,
  appUrl: string,
): Email {
  const url = `${appUrl}/p/${project.id}/alerts/${alert.rule_id}`;
  const rows = watched ? alertNumbers(watched, seen, project) : [];
  return {
    subject,
    lead,
    table: rows.length > 0 ? { headers: ["Figure", "Value"], rows } : null,
    notes: [],
    link: { label: "Open the alert", url },
    footer: {
      text: `You get this because the alert rule “${alert.rule_name}” of ${project.name} emails you.`,
      url,
    },
    attachment: null,
  };
}

const nameOf = ({ rule_name, label }: ShownAlert) => `${rule_name}${label === "" ? "" : ` (${label})`}`;

export const alertEmail = (
  project: Project,
  alert: ShownAlert,
  watched: AlertCondition | null,
  appUrl: string,
): Email =>
  emailOf(
    project,
    alert,
    { subject: `${project.name}: ${nameOf(alert)}`, lead: [alert.text], seen: alert.seen },
    watched,
    appUrl,
  );

export const resolvedEmail = (
  project: Project,
  alert: ShownAlert,
  watched: AlertCondition | null,
  appUrl: string,
): Email =>
  emailOf(
    project,
    alert,
    {
      subject: `${project.name}: ${nameOf(alert)} is over`,
      lead: [endTexts[alert.ended ?? "inside"], `It was: ${alert.text}`],
      seen: alert.latest,
    },
    watched,
    appUrl,
  );

/** Changing a rule also ends its alerts, without a notification. */
const endTexts: Record<NonNullable<ShownAlert["ended"]>, string> = {
  inside: "This alert ended: the latest check found no problem.",
  silent: "This alert ended: there is too little data now.",
  gone: "This alert ended: its subject is no longer watched.",
  changed: "This alert ended: its rule was changed.",
};
