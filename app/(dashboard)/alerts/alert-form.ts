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

/** All that any kind asks for, side by side, so that what was typed stays while kinds are tried. */
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
  what: string;
  factor: number | undefined;
  waiting_hours: number | undefined;
  failed: number | undefined;
  clicks: number | undefined;
};

export type FieldsProps = { form: FormOf<AlertValues, AlertRuleInput> };

/** Each kind takes of the values what it asks for. */
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
  what: "install",
  factor: 6,
  waiting_hours: 6,
  failed: 10,
  clicks: 10,
};

/** A rule that is called by what it watches is so too when it watches something else. */
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
