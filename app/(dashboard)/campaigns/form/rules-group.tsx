"use client";

import { ArrowDown, ArrowUp, Plus, Split, Trash2 } from "lucide-react";
import { get, useController } from "react-hook-form";
import { languages, listedCountries } from "@/app/(dashboard)/shell/country-options";
import { Field } from "@/components/fields/field";
import { MultiCombobox } from "@/components/fields/multi-combobox";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/base/languages/texts";
import { platformNames } from "@/lib/base/text/platform-names";
import { visitorsOfRule } from "@/lib/campaigns/link-rules/labels";
import {
  type LinkRule,
  maxRules,
  type RuleDestination,
  rulePlatforms,
} from "@/lib/campaigns/link-rules/schema";
import type { CampaignForm } from "./campaign-form";
import { OptionsGroup } from "./options-group";
import { RuleDestinations, type RuleError } from "./rule-destinations";

const settings = ["link_rules"] as const;

const blank: RuleDestination = { name: null, weight: 1, url: null };
const newRule: LinkRule = { languages: [], countries: [], platforms: [], destinations: [blank] };

/** Rules that send some visitors elsewhere, or split them. The value is the whole list, because the order matters. */
export function RulesGroup({ form }: { form: CampaignForm }) {
  const { field, formState } = useController({ control: form.control, name: "link_rules" });
  const rules = (field.value ?? []) as LinkRule[];
  const errorOf: RuleError = (path) =>
    (get(formState.errors, `link_rules${path}`) as { message?: string } | undefined)?.message;
  const set = (next: LinkRule[]) => {
    // Errors refer to positions, and another rule may have that position now.
    form.clearErrors("link_rules");
    field.onChange(next);
  };
  const change = (at: number, patch: Partial<LinkRule>) =>
    set(rules.map((rule, i) => (i === at ? { ...rule, ...patch } : rule)));
  const move = (from: number, to: number) => {
    const next = rules.filter((_, i) => i !== from);
    next.splice(to, 0, rules[from] as LinkRule);
    set(next);
  };
  return (
    <OptionsGroup
      form={form}
      title={t("Rules and A/B tests")}
      summary={t("Other destinations by language, country or device, or split between variants")}
      settings={settings}
    >
      <p className="text-muted text-xs">
        {t(
          "Checked from top to bottom: the first rule that matches a visitor applies. All others go to the campaign's own destinations.",
        )}
      </p>
      {rules.length > 0 ? (
        <ol aria-label={t("Rules")} className="grid grid-cols-1 gap-4">
          {rules.map((rule, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place, and all its fields are given their values
            <li key={i} className="overflow-hidden rounded-lg border">
              <RuleHead
                number={i + 1}
                of={rules.length}
                rule={rule}
                onMove={(by) => move(i, i + by)}
                onRemove={() => set(rules.filter((_, j) => j !== i))}
              />
              <div className="grid grid-cols-1 gap-4 p-3.5">
                {errorOf(`.${i}`) ? <p className="text-danger text-xs">{errorOf(`.${i}`)}</p> : null}
                <Conditions
                  rule={rule}
                  errorOf={(path) => errorOf(`.${i}${path}`)}
                  onChange={(patch) => change(i, patch)}
                />
                <RuleDestinations
                  destinations={rule.destinations}
                  errorOf={(path) => errorOf(`.${i}.destinations${path}`)}
                  onChange={(destinations) => change(i, { destinations })}
                />
              </div>
            </li>
          ))}
        </ol>
      ) : null}
      {errorOf("") ? <p className="text-danger text-xs">{errorOf("")}</p> : null}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" disabled={rules.length >= maxRules} onClick={() => set([...rules, newRule])}>
          <Plus />
          {t("Add rule")}
        </Button>
        <Button
          size="sm"
          disabled={rules.length >= maxRules}
          onClick={() => set([...rules, splitOfTwo(rules)])}
        >
          <Split />
          {t("Add A/B test")}
        </Button>
      </div>
    </OptionsGroup>
  );
}

/** Names that no destination uses yet: A, B, C … */
function freeNames(rules: readonly LinkRule[], count: number): string[] {
  const taken = new Set(
    rules.flatMap(({ destinations }) => destinations).map(({ name }) => name?.toLowerCase() ?? ""),
  );
  const names: string[] = [];
  for (let i = 0; names.length < count; i++) {
    const letter = String.fromCharCode(65 + (i % 26));
    const name = i < 26 ? letter : `${letter}${Math.floor(i / 26) + 1}`;
    if (!taken.has(name.toLowerCase())) names.push(name);
  }
  return names;
}

const splitOfTwo = (rules: readonly LinkRule[]): LinkRule => ({
  ...newRule,
  destinations: freeNames(rules, 2).map((name) => ({ ...blank, name })),
});

type HeadProps = {
  number: number;
  of: number;
  rule: LinkRule;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
};

function RuleHead({ number, of, rule, onMove, onRemove }: HeadProps) {
  const whom = visitorsOfRule(rule);
  return (
    <div className="flex items-center gap-1 border-b bg-sunken py-1.5 pe-1.5 ps-3.5">
      <p className="min-w-0 flex-1 truncate text-sm" title={whom}>
        <span className="font-medium">{t("Rule {number}", { number })}</span>{" "}
        <span className="text-muted">{t("for {whom}", { whom })}</span>
      </p>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={t("Move rule {number} up", { number })}
        disabled={number === 1}
        onClick={() => onMove(-1)}
      >
        <ArrowUp />
      </Button>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={t("Move rule {number} down", { number })}
        disabled={number === of}
        onClick={() => onMove(1)}
      >
        <ArrowDown />
      </Button>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={t("Remove rule {number}", { number })}
        onClick={onRemove}
      >
        <Trash2 />
      </Button>
    </div>
  );
}

const platforms = rulePlatforms.map((value) => ({ value, label: platformNames[value] ?? value }));

type ConditionsProps = { rule: LinkRule; errorOf: RuleError; onChange: (patch: Partial<LinkRule>) => void };

function Conditions({ rule, errorOf, onChange }: ConditionsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Field label={t("Device")} error={errorOf(".platforms")}>
        {(control) => (
          <MultiCombobox
            {...control}
            options={platforms}
            values={rule.platforms}
            placeholder={t("Any device")}
            searchPlaceholder={t("Search devices")}
            onValuesChange={(chosen) => onChange({ platforms: chosen as LinkRule["platforms"] })}
          />
        )}
      </Field>
      <Field label={t("Country")} error={errorOf(".countries")}>
        {(control) => (
          <MultiCombobox
            {...control}
            options={listedCountries}
            values={rule.countries}
            placeholder={t("Any country")}
            searchPlaceholder={t("Search countries")}
            onValuesChange={(chosen) => onChange({ countries: chosen })}
          />
        )}
      </Field>
      <Field label={t("Browser language")} error={errorOf(".languages")}>
        {(control) => (
          <MultiCombobox
            {...control}
            options={languages}
            values={rule.languages}
            placeholder={t("Any language")}
            searchPlaceholder={t("Search languages")}
            onValuesChange={(chosen) => onChange({ languages: chosen })}
          />
        )}
      </Field>
    </div>
  );
}
