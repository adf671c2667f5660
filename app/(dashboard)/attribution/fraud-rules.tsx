import { share } from "@/app/(dashboard)/shell/figure-format";
import { useProject } from "@/app/(dashboard)/shell/session";
import { Field } from "@/components/fields/field";
import { Select } from "@/components/fields/select";
import { numberText } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { Badge } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import { levelNames } from "@/lib/attribution/fraud/labels";
import { type FraudLevel, fraudLevels } from "@/lib/attribution/fraud/rules";
import type { ShownFraudRule, ShownRules } from "@/lib/attribution/rule-sets/schema";
import type { Edit } from "./draft";
import { RuleNumberField } from "./number-field";

const hints: Record<FraudLevel, string> = {
  off: "This rule is off.",
  tag: "Only flags the install as suspicious.",
  hold: "Still attributed, but withheld: destinations don't receive it.",
  reject: "Skips the click; the next best one may win.",
};

export function FraudRules({ rules, edit }: { rules: ShownRules; edit: Edit }) {
  const { id } = useProject();
  const { installs, suspicious, days } = rules.effect;
  return (
    <Card>
      <CardHeader
        title="Fraud"
        description="Start by tagging. Review a rule's matches, test it on past data, then block attribution."
        actions={
          installs > 0 ? (
            <p className="text-muted text-sm">
              <IntentLink
                href={`/p/${id}/installs?suspicious=yes`}
                className="num rounded-sm font-medium text-ink underline underline-offset-2"
              >
                {numberText(suspicious)} suspicious
              </IntentLink>{" "}
              of {numberText(installs)} installs in {days} days ({share(suspicious / installs)})
            </p>
          ) : null
        }
      />
      <ul className="divide-y border-t">
        {rules.fraud.map((rule) => (
          <Rule key={rule.name} rule={rule} days={days} edit={edit} />
        ))}
      </ul>
    </Card>
  );
}

function Rule({ rule, days, edit }: { rule: ShownFraudRule; days: number; edit: Edit }) {
  const { draft, change, errors } = edit;
  const own = draft.fraud?.[rule.name] ?? {};
  const level = own.level ?? "tag";
  const set = (patch: Record<string, number | string | undefined>) =>
    change({ fraud: { ...draft.fraud, [rule.name]: { ...own, ...patch } } });
  return (
    <li className="grid items-start gap-x-8 gap-y-3 px-5 py-4.5 md:grid-cols-[minmax(0,1fr)_15rem]">
      <div className="grid gap-1">
        <h3 className="flex flex-wrap items-center gap-2 font-medium text-sm">
          {rule.label}
          {rule.flagged > 0 ? (
            <Badge tone="danger">
              {numberText(rule.flagged)} in {days} days
            </Badge>
          ) : null}
        </h3>
        <p className="max-w-prose text-muted text-sm">{rule.meaning}</p>
      </div>
      <Field
        label={<span className="sr-only">{rule.label}: action</span>}
        hint={level === "tag" ? undefined : hints[level]}
      >
        {(control) => (
          <Select
            {...control}
            value={level}
            options={fraudLevels.map((value) => ({ value, label: levelNames[value], hint: hints[value] }))}
            onValueChange={(next: FraudLevel) => set({ level: next === "tag" ? undefined : next })}
          />
        )}
      </Field>
      {level !== "off" && rule.thresholds.length > 0 ? (
        <div className="grid grid-cols-1 gap-x-6 gap-y-4 sm:grid-cols-2 md:col-span-2 lg:grid-cols-4">
          {rule.thresholds.map((threshold) => (
            <RuleNumberField
              key={threshold.key}
              label={threshold.label}
              unit={threshold.unit}
              usual={threshold.usual}
              value={own[threshold.key] as number | undefined}
              error={errors[`settings.fraud.${rule.name}.${threshold.key}`]}
              onChange={(value) => set({ [threshold.key]: value })}
            />
          ))}
        </div>
      ) : null}
    </li>
  );
}
