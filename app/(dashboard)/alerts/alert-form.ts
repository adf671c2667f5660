import type { z } from "zod";
import type { FormOf } from "@/components/fields/form";
import { alertName } from "@/lib/alerts/rules/labels";
import {
  type AlertKind,
  type AlertRuleInput,
  alertRuleInput,
  defaultMinimum,
  type ShownRule,
} from "@/lib/alerts/rules/schema";

/** The fields of all kinds together, so that typed values survive a change of kind. */
export type AlertValues = {
  kind: AlertKind;
  name: string | null;
  webhooks: boolean;
  emails: string[];
  emails_resolved: boolean;
  metric: string;
  scope: string;
  campaign_id: number | null;
  network: string | null;
  traffic: string;
  least: number | undefined;
  direction: string;
  sensitivity: number | undefined;
  days: number;
  side: string;
  limit: number | undefined;
  off: number | undefined;
  what: string;
  factor: number | undefined;
  waiting_hours: number | undefined;
  failed: number | undefined;
  clicks: number | undefined;
};

export type FieldsProps = { form: FormOf<AlertValues, AlertRuleInput> };

/** Each kind uses only the values of its own fields. */
export const alertForm = alertRuleInput as unknown as z.ZodType<AlertRuleInput, AlertValues>;

const defaults: AlertValues = {
  kind: "change",
  name: null,
  webhooks: true,
  emails: [],
  emails_resolved: true,
  metric: "installs",
  scope: "project",
  campaign_id: null,
  network: null,
  traffic: "all",
  least: defaultMinimum,
  direction: "both",
  sensitivity: 3,
  days: 1,
  side: "above",
  limit: undefined,
  off: 10,
  what: "install",
  factor: 6,
  waiting_hours: 6,
  failed: 10,
  clicks: 10,
};

/** A rule with a generated name gets a new one when its subject changes. */
const typedName = ({ name, about }: ShownRule) => (name === alertName(about) ? null : name);

export const alertValues = (rule: ShownRule | null): AlertValues =>
  rule
    ? {
        ...defaults,
        ...rule.watched,
        name: typedName(rule),
        webhooks: rule.webhooks,
        emails: rule.emails,
        emails_resolved: rule.emails_resolved,
      }
    : defaults;
