import { backgroundProject } from "@/lib/accounts/access/callers";
import type { Project } from "@/lib/accounts/access/project";
import { alertEmail, resolvedEmail } from "@/lib/alerts/mail/alert-email";
import { type AddressedEmail, renderEmail } from "@/lib/alerts/mail/email";
import {
  claimMail,
  type DueMail,
  deleteOldMails,
  endMail,
  findDueMails,
  findNotifiedAlert,
  findTeam,
} from "@/lib/alerts/mail/queries";
import { mailTransport, type SendEmail } from "@/lib/alerts/mail/transport";
import { reportEmail } from "@/lib/alerts/reports/report-email";
import { readAlertCondition } from "@/lib/alerts/rules/schema";
import { env } from "@/lib/base/env";
import type { ProjectId } from "@/lib/base/ids";
import { describeError, log } from "@/lib/base/log";
import { Refusal } from "@/lib/base/refusal";

const max = 100;
const claimMs = 5 * 60_000;
const minute = 60_000;
/** After a day of attempts, the email is outdated. */
const waits = [1, 5, 30, 120, 360, 720].map((minutes) => minutes * minute);
const retentionMs = 90 * 86_400_000;

/** Sends due emails. Without a mail server there are no new ones, and earlier ones wait. */
export async function sendMails(
  budgetMs: number,
  now: () => Date,
  only: ProjectId | null = null,
): Promise<number> {
  const end = performance.now() + budgetMs;
  const due = await findDueMails(now(), max, only);
  if (due.length === 0) return 0;
  const transport = await mailTransport();
  if (!transport) return 0;
  let sent = 0;
  const write = rememberingLast(now);
  try {
    for (const mail of due) {
      if (performance.now() > end) break;
      if (await sendOne(mail, { send: transport.send, write, now })) sent += 1;
    }
  } finally {
    transport.close();
  }
  return sent;
}

type Write = (project: Project, about: string) => Promise<AddressedEmail | null>;

/** The emails of a run are sent in sequence and have the same content, so it is rendered once. */
function rememberingLast(now: () => Date): Write {
  let last: { of: string; written: Promise<AddressedEmail | null> } | null = null;
  return (project, about) => {
    const of = `${project.id} ${about}`;
    // An error is remembered too: a query that fails may have run for its whole time limit.
    if (last?.of !== of) last = { of, written: emailOf(project, about, now()) };
    return last.written;
  };
}

type EmailDependencies = { send: SendEmail; write: Write; now: () => Date };

async function sendOne(mail: DueMail, { send, write, now }: EmailDependencies): Promise<boolean> {
  const project = await backgroundProject(mail.project_id);
  if (!project) return false;
  const at = now();
  if (!(await claimMail(project.id, mail, at, new Date(at.getTime() + claimMs)))) return false;
  const die = (problem: string) =>
    endMail(project.id, mail.id, { state: "dead", nextAt: null, problem }, now());
  const team = await findTeam(project.id);
  if (!team.some(({ email }) => email === mail.recipient)) {
    await die("The recipient is no longer a member of the team.");
    return false;
  }
  let written: AddressedEmail | null;
  try {
    written = await write(project, mail.about);
  } catch (error) {
    if (error instanceof Refusal) await die(error.message);
    else await notWritten(project.id, mail, error, now());
    return false;
  }
  if (!written?.to.includes(mail.recipient)) {
    await die(written ? written.stopped : "The alert or report was deleted.");
    return false;
  }
  const { email } = written;
  try {
    await send({
      ...renderEmail(email),
      to: mail.recipient,
      messageId: `<${mail.id}@${new URL(env.APP_URL).hostname}>`,
      attachment: email.attachment,
      settingsUrl: email.footer.url,
    });
  } catch (error) {
    await failed(project.id, mail, error, now());
    return false;
  }
  await endMail(project.id, mail.id, { state: "sent", nextAt: null, problem: null }, now());
  await deleteOldMails(project.id, new Date(at.getTime() - retentionMs));
  return true;
}

/** The mail server's error, without the address that it may repeat. */
const messageOf = (error: unknown) => {
  const { responseCode, code } = error as { responseCode?: unknown; code?: unknown };
  return { status: typeof responseCode === "number" ? responseCode : null, code: String(code ?? "unknown") };
};

async function failed(projectId: ProjectId, mail: DueMail, error: unknown, now: Date): Promise<void> {
  const { status, code } = messageOf(error);
  log().warn(
    { project: projectId, status, ...describeError(error) },
    "the mail server did not accept an email",
  );
  // 5xx is final, except for credentials, which the operator can fix.
  const isRefused = status !== null && status >= 500 && code !== "EAUTH";
  const problem =
    status === null ? `The mail server can't be reached (${code}).` : `The mail server answered ${status}.`;
  await tryAgain(projectId, mail, { problem, never: isRefused }, now);
}

/** For temporary problems, such as an unavailable database. */
async function notWritten(projectId: ProjectId, mail: DueMail, error: unknown, now: Date): Promise<void> {
  log().error({ project: projectId, ...describeError(error) }, "an email could not be created");
  const problem = "Cairn couldn't create this email. The reason is in the server's log.";
  await tryAgain(projectId, mail, { problem, never: false }, now);
}

async function tryAgain(
  projectId: ProjectId,
  mail: DueMail,
  { problem, never }: { problem: string; never: boolean },
  now: Date,
): Promise<void> {
  const wait = waits[mail.tries];
  await endMail(
    projectId,
    mail.id,
    never || wait === undefined
      ? { state: "dead", nextAt: null, problem }
      : { state: "queued", nextAt: new Date(now.getTime() + wait), problem },
    now,
  );
}

async function emailOf(project: Project, about: string, now: Date): Promise<AddressedEmail | null> {
  const [kind, id = ""] = about.split(":");
  if (kind === "report") return reportEmail(project, about, { appUrl: env.APP_URL, now });
  const write = kind === "alert" ? alertEmail : kind === "resolved" ? resolvedEmail : null;
  const alert = write && (await findNotifiedAlert(project.id, id));
  if (!alert) return null;
  const read = readAlertCondition(alert.settings);
  return {
    email: write(project, alert, read.success ? read.data : null, env.APP_URL),
    to: alert.recipients.emails ?? [],
    stopped: "The rule no longer emails this recipient.",
  };
}
