import { ChevronDown } from "lucide-react";
import { Fragment, useId, useState } from "react";
import { at, urlOf, withQuery } from "@/app/(dashboard)/shell/api";
import { figureFormat, percentText } from "@/app/(dashboard)/shell/figure-format";
import { useProject } from "@/app/(dashboard)/shell/session";
import { cn } from "@/components/cn";
import { Select } from "@/components/fields/select";
import { numberText } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { rich } from "@/components/rich";
import { Table, TableCell, TableHead } from "@/components/table/table";
import { Card, CardHeader } from "@/components/ui/card";
import { Tooltip } from "@/components/ui/tooltip";
import { fraudLevelNames } from "@/lib/attribution/fraud/labels";
import { type FraudLevel, fraudLevels, type RuleName } from "@/lib/attribution/fraud/rules";
import type { ShownFraudRule, ShownRules } from "@/lib/attribution/rule-sets/schema";
import { t } from "@/lib/base/languages/texts";
import type { RulesEdit } from "./draft";
import { ChangedDot, NumberRow } from "./setting-row";

const hints: Record<FraudLevel, string> = {
  off: t("This rule is off."),
  tag: t("Only flags the install as suspicious."),
  hold: t("Still attributed, but withheld: destinations don't receive it."),
  reject: t("Skips the click; the next best one may win."),
};

/** A rare finding is not "0%". */
const shareOfAll = (ratio: number) => (ratio < 0.0005 ? "<0.1%" : percentText(ratio));

const defaultLevel: FraudLevel = "tag";

/** All fraud rules with what they found, their actions, and on demand their thresholds. */
export function FraudRules({ rules, edit }: { rules: ShownRules; edit: RulesEdit }) {
  const { id } = useProject();
  const { installs, suspicious, days, from, to } = rules.effect;
  return (
    <Card>
      <CardHeader
        title={t("Fraud rules")}
        description={t(
          "Start by tagging. Review a rule's matches, test it on past data, then block attribution.",
        )}
        actions={
          installs > 0 ? (
            <p className="text-muted text-sm">
              {rich(
                "<link>{suspicious} suspicious</link> of {installs2, plural, one {# install} other {# installs}} in {days} days ({suspicious2})",
                {
                  suspicious: numberText(suspicious),
                  link: (text) => (
                    <IntentLink
                      href={`/p/${id}/installs?suspicious=yes&counted=yes&from=${from}&to=${to}`}
                      className="num rounded-sm font-medium text-ink underline underline-offset-2"
                    >
                      {text}
                    </IntentLink>
                  ),
                  installs2: installs,
                  days,
                  suspicious2: percentText(suspicious / installs),
                },
              )}
            </p>
          ) : null
        }
      />
      <div className="overflow-x-auto border-t">
        <Table aria-label={t("Fraud rules")}>
          <thead>
            <tr>
              <TableHead>{t("Rule")}</TableHead>
              <FigureHead
                label={t("Flagged in {days} days", { days })}
                hint={t("Installs on which the rule fired, and their share of all installs.")}
              />
              <FigureHead
                label={t("Attributed")}
                hint={t("Flagged installs that are attributed to a campaign.")}
                wide
              />
              <FigureHead
                label={t("Revenue")}
                hint={t("Revenue of the flagged installs so far, net of refunds.")}
                wide
              />
              <TableHead className="w-56">{t("Action")}</TableHead>
            </tr>
          </thead>
          <tbody>
            {rules.fraud.map((rule) => (
              <Rule key={rule.name} rule={rule} effect={rules.effect} edit={edit} />
            ))}
          </tbody>
        </Table>
      </div>
      <p className="border-t px-5 py-3 text-muted text-sm">
        {rich("Purchases that a store does not confirm are listed under <link>invalid payments</link>.", {
          link: (text) => (
            <IntentLink
              href={`/p/${id}/payments?check=invalid`}
              className="rounded-sm text-ink underline underline-offset-2"
            >
              {text}
            </IntentLink>
          ),
        })}
      </p>
    </Card>
  );
}

function FigureHead({ label, hint, wide = false }: { label: string; hint: string; wide?: boolean }) {
  return (
    <TableHead className={cn("text-end", wide && "max-md:hidden")}>
      <Tooltip content={hint} taps>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the meaning has to be reachable by keyboard */}
        <span tabIndex={0} className="cursor-help rounded-sm">
          {label}
        </span>
      </Tooltip>
    </TableHead>
  );
}

type RuleProps = { rule: ShownFraudRule; effect: ShownRules["effect"]; edit: RulesEdit };

function Rule({ rule, effect, edit }: RuleProps) {
  const { id: project, currency } = useProject();
  const { draft, change, errors } = edit;
  const details = useId();
  const [isOpen, setOpen] = useState(false);
  const custom = draft.fraud?.[rule.name] ?? {};
  const level = custom.level ?? defaultLevel;
  const set = (patch: Record<string, number | string | undefined>) =>
    change({ fraud: { ...draft.fraud, [rule.name]: { ...custom, ...patch } } });
  const errorOf = (key: string) => errors[`settings.fraud.${rule.name}.${key}`];
  const isShown = isOpen || rule.thresholds.some(({ key }) => errorOf(key) !== undefined);
  const isChanged =
    level !== defaultLevel ||
    rule.thresholds.some(
      ({ key, usual: defaultValue }) => custom[key] !== undefined && custom[key] !== defaultValue,
    );
  const behind = (more = "") =>
    `/p/${project}/installs?fraud_rule=${rule.name}&counted=yes&from=${effect.from}&to=${effect.to}${more}`;
  const figures: { label: string; count: number; href: string }[] = [
    { label: t("Flagged"), count: rule.flagged, href: behind() },
    { label: t("Attributed"), count: rule.attributed, href: behind("&campaign=inorganic") },
  ];
  const evidence = withQuery(at("/projects/:project/rules/evidence/export.csv", { project }), {
    rule: rule.name as RuleName,
    from: effect.from,
    to: effect.to,
  });
  const money = figureFormat(currency).full("money", rule.revenue);
  const cell = isShown ? "border-b-0" : "";
  return (
    <Fragment>
      <tr>
        <TableCell className={cell}>
          <button
            type="button"
            aria-expanded={isShown}
            aria-controls={details}
            onClick={() => setOpen(!isOpen)}
            className="flex items-center gap-2 rounded-sm text-start font-medium hover:underline"
          >
            <ChevronDown
              aria-hidden="true"
              className={cn("size-4 shrink-0 text-faint transition-transform", !isShown && "-rotate-90")}
            />
            {isChanged ? <ChangedDot /> : null}
            {rule.label}
          </button>
        </TableCell>
        {figures.map(({ label, count, href }, i) => (
          <TableCell key={label} className={cn(cell, "num text-end", i > 0 && "max-md:hidden")}>
            {count === 0 ? (
              <span className="text-faint">0</span>
            ) : (
              <IntentLink href={href} className="rounded-sm hover:underline">
                {numberText(count)}
              </IntentLink>
            )}
            {i === 0 && count > 0 && effect.installs > 0 ? (
              <span className="ms-2 text-muted text-xs">{shareOfAll(count / effect.installs)}</span>
            ) : null}
          </TableCell>
        ))}
        <TableCell className={cn(cell, "num text-end max-md:hidden", rule.revenue === 0 && "text-faint")}>
          {money}
        </TableCell>
        <TableCell className={cell}>
          <Select
            aria-label={t("{label}: action", { label: rule.label })}
            size="sm"
            disabled={edit.disabled}
            value={level}
            options={fraudLevels.map((value) => ({
              value,
              label: fraudLevelNames[value],
              hint: hints[value],
            }))}
            onValueChange={(next: FraudLevel) => set({ level: next === defaultLevel ? undefined : next })}
          />
        </TableCell>
      </tr>
      <tr id={details} hidden={!isShown}>
        <TableCell colSpan={5} className="bg-sunken p-0 first:ps-0 last:pe-0">
          <div className="grid gap-1 px-5 py-3 ps-10">
            <p className="max-w-prose text-muted text-sm">{rule.meaning}</p>
            <p className="text-muted text-sm">{hints[level]}</p>
            <p className="text-muted text-sm md:hidden">
              {t("{attributed} attributed, {money} revenue", {
                attributed: numberText(rule.attributed),
                money,
              })}
            </p>
            {rule.flagged > 0 ? (
              <p className="text-sm">
                <a href={urlOf(evidence)} download className="rounded-sm underline underline-offset-2">
                  {t("Export these installs as evidence (CSV)")}
                </a>
              </p>
            ) : null}
          </div>
          {level !== "off" && rule.thresholds.length > 0 ? (
            <ul className="divide-y border-t ps-5">
              {rule.thresholds.map((threshold) => (
                <NumberRow
                  key={threshold.key}
                  label={threshold.label}
                  unit={threshold.unit}
                  usual={threshold.usual}
                  value={custom[threshold.key] as number | undefined}
                  error={errorOf(threshold.key)}
                  disabled={edit.disabled}
                  onChange={(value) =>
                    set({ [threshold.key]: value === threshold.usual ? undefined : value })
                  }
                />
              ))}
            </ul>
          ) : null}
        </TableCell>
      </tr>
    </Fragment>
  );
}
