import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { backtestOrRefusal, runBacktest } from "@/lib/alerts/backtest";
import { isMailConfigured } from "@/lib/alerts/mail/is-configured";
import { findTeam } from "@/lib/alerts/mail/queries";
import { allowedRecipients } from "@/lib/alerts/mail/recipients";
import { alertName, ruleSentence } from "@/lib/alerts/rules/labels";
import { presentAlert, presentEvaluation, presentRule, type RuleReader } from "@/lib/alerts/rules/present";
import {
  deleteAlertMute,
  deleteAlertRule,
  findAlertRule,
  findAlertRules,
  findAlerts,
  findRuleEvaluations,
  insertAlertRule,
  removeRecipient,
  storeAlertMute,
  switchAlertRule,
  updateAlertRule,
} from "@/lib/alerts/rules/queries";
import {
  type AlertCondition,
  type AlertRuleInput,
  isFigureCondition,
  type MuteInput,
  readAlertCondition,
} from "@/lib/alerts/rules/schema";
import { Refusal } from "@/lib/base/refusal";
import { findNetworkCode } from "@/lib/campaigns/known-network";
import { findCampaign } from "@/lib/campaigns/table/queries";
import { findDestinations } from "@/lib/outbound/destinations/queries";

/** Each rule is evaluated every hour or day. */
const maxRules = 100;
const maxShown = 200;
const maxShownEvaluations = 50;

export const alertRuleNotFound = "Alert rule not found.";
/** A project, and the member who reads it. */
export type AlertReader = { project: Project; reader: RuleReader };

const notFound = () => new Refusal("not_found", alertRuleNotFound);

async function campaignNamed(project: Project, one: AlertCondition): Promise<string | null> {
  if (!isFigureCondition(one) || one.scope !== "campaign" || one.campaign_id === null) return null;
  return (await findCampaign(project.id, one.campaign_id))?.name ?? null;
}

async function shown({ project, reader }: AlertReader, id: number, now: Date) {
  const [row] = await findAlertRules(project.id, id, now);
  if (!row) throw notFound();
  const read = readAlertCondition(row.settings);
  return presentRule(row, project, read.success ? await campaignNamed(project, read.data) : null, reader);
}

export async function listAlertRules({ project, reader }: AlertReader, now: Date) {
  const [rows, firing, destinations] = await Promise.all([
    findAlertRules(project.id, null, now),
    findAlerts(project.id, { rule: null, open: true }, now, maxShown),
    findDestinations(project.id),
  ]);
  const rules = await Promise.all(
    rows.map(async (row) => {
      const read = readAlertCondition(row.settings);
      return presentRule(row, project, read.success ? await campaignNamed(project, read.data) : null, reader);
    }),
  );
  return {
    rules,
    firing: firing.map((row) => presentAlert(row, project)),
    webhooks: destinations
      .filter((each) => each.rules.some(({ on }) => on === "alert"))
      .map(({ id, name, mode, paused_at }) => ({ id, name, live: mode === "live" && paused_at === null })),
  };
}

/** Firing alerts that are not muted. */
export async function listFiring(project: Project, now: Date) {
  const rows = await findAlerts(project.id, { rule: null, open: true }, now, maxShown);
  return {
    firing: rows.filter(({ muted_until }) => muted_until === null).map((row) => presentAlert(row, project)),
  };
}

export async function showAlertRule(reader: AlertReader, id: number, now: Date) {
  const { project } = reader;
  const rule = await shown(reader, id, now);
  const [alerts, evaluations, tested] = await Promise.all([
    findAlerts(project.id, { rule: id, open: false }, now, maxShown),
    findRuleEvaluations(project.id, id, maxShownEvaluations),
    backtestOrRefusal(project, rule.watched, now),
  ]);
  return {
    rule,
    alerts: alerts.map((row) => presentAlert(row, project)),
    evaluations: evaluations.map(presentEvaluation),
    backtest: tested,
  };
}

export async function listTeam(project: Project) {
  const [team, destinations] = await Promise.all([findTeam(project.id), findDestinations(project.id)]);
  const webhooks = destinations.filter(({ kind }) => kind === "webhook");
  return { mail: isMailConfigured(), team, webhooks: webhooks.map(({ id, name }) => ({ id, name })) };
}

/** Members can stop emails to themselves without permission to change the rule. */
export async function stopEmails(reader: AlertReader, id: number, by: Actor, now: Date) {
  if (!(await removeRecipient(reader.project, id, reader.reader.email.toLowerCase(), by, now)))
    throw notFound();
  return { rule: await shown(reader, id, now) };
}

/** The stored form of the input. If the name is missing, it describes the rule. */
async function written(
  project: Project,
  { name, webhooks, emails, emails_resolved, ...sent }: AlertRuleInput,
  before: readonly string[] = [],
) {
  const isOfNetwork = isFigureCondition(sent) && sent.scope === "network" && sent.network !== null;
  const network = isOfNetwork ? await findNetworkCode(project.id, sent.network ?? "") : null;
  if (isOfNetwork && network === null)
    throw new Refusal("invalid_request", "Choose a network.", { fields: { network: "Choose a network." } });
  const watched = isOfNetwork ? { ...sent, network } : sent;
  const recipients = await allowedRecipients(project, emails, before);
  const campaign = await campaignNamed(project, watched);
  if (isFigureCondition(watched) && watched.scope === "campaign" && campaign === null)
    throw new Refusal("invalid_request", "Choose a campaign.", {
      fields: { campaign_id: "Choose a campaign." },
    });
  return {
    name: name ?? alertName(ruleSentence(watched, project, { campaign })),
    kind: watched.kind,
    settings: watched,
    recipients: { webhooks, emails: recipients, emails_resolved },
  };
}

/** Tries a rule without storing it. */
export async function tryAlertRule(project: Project, input: AlertRuleInput, now: Date) {
  const { settings } = await written(project, { ...input, emails: [] });
  return runBacktest(project, settings, now);
}

export async function addAlertRule(reader: AlertReader, input: AlertRuleInput, by: Actor, now: Date) {
  const { project } = reader;
  const id = await insertAlertRule(project, await written(project, input), by, { now, most: maxRules });
  if (id === null)
    throw new Refusal("limit_reached", `A project has at most ${maxRules} alert rules. Delete some first.`);
  return { rule: await shown(reader, id, now) };
}

export async function changeAlertRule(
  reader: AlertReader,
  id: number,
  input: AlertRuleInput,
  by: Actor,
  now: Date,
) {
  const { project } = reader;
  const was = await findAlertRule(project.id, id);
  if (!was) throw notFound();
  const changed = await written(project, input, was.recipients.emails);
  if (!(await updateAlertRule(project, id, changed, by, now))) throw notFound();
  return { rule: await shown(reader, id, now) };
}

export async function turnAlertRule(reader: AlertReader, id: number, on: boolean, by: Actor, now: Date) {
  if (!(await switchAlertRule(reader.project, id, on, by, now))) throw notFound();
  return { rule: await shown(reader, id, now) };
}

export async function removeAlertRule(project: Project, id: number, by: Actor) {
  if (!(await deleteAlertRule(project, id, by))) throw notFound();
  return { id };
}

const longestMuteMs = 366 * 86_400_000;

/** A time in the past unmutes. */
export async function muteAlertRule(
  reader: AlertReader,
  id: number,
  { subject, everywhere, until }: MuteInput,
  by: Actor,
  now: Date,
) {
  const { project } = reader;
  const { name } = await shown(reader, id, now);
  if (until.getTime() - now.getTime() > longestMuteMs)
    throw new Refusal("invalid_request", "Mute for at most a year.", {
      fields: { until: "Mute for at most a year." },
    });
  if (everywhere && !/^campaign:[1-9]\d*$/.test(subject))
    throw new Refusal("invalid_request", "Only a campaign can be muted in every rule.");
  const mute = { rule: everywhere ? 0 : id, subject, named: everywhere ? subject : name };
  if (until <= now) await deleteAlertMute(project, mute, by);
  else await storeAlertMute(project, { ...mute, until }, by);
  return { rule: await shown(reader, id, now) };
}
