import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useCampaignChoices } from "@/app/(dashboard)/shell/facts/campaign-choices";
import { Combobox } from "@/components/fields/combobox";
import { Field } from "@/components/fields/field";
import { Input, InputGroup } from "@/components/fields/input";
import { Switch } from "@/components/fields/switch";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import type { ShownRules } from "@/lib/attribution/rule-sets/schema";
import type { Edit, WindowDays } from "./draft";
import { RuleNumber } from "./number-field";

export function Windows({ rules, edit }: { rules: ShownRules; edit: Edit }) {
  const { draft, change, errors, disabled } = edit;
  const campaigns = useCampaignChoices();
  const defaultValue = draft.click_days ?? 7;
  return (
    <Card>
      <CardHeader
        title="Attribution windows"
        description="How long after a click an install is still attributed. Leave blank for the default."
      />
      <CardBody className="grid grid-cols-1 gap-6">
        <div className="grid grid-cols-1 gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-4">
          <RuleNumber edit={edit} name="click_days" label="Clicks" unit="days" usual={7} />
          <RuleNumber
            edit={edit}
            name="reinstall_days"
            label="Reinstalls"
            unit="days"
            usual={90}
            hint="A device that installs again within this time is a reinstall."
          />
          <RuleNumber
            edit={edit}
            name="inactivity_days"
            label="Inactivity before re-engagement"
            unit="days"
            usual={0}
            hint="Time without opens."
          />
          <RuleNumber
            edit={edit}
            name="reengagement_hours"
            label="Minimum gap between re-engagements"
            unit="hours"
            usual={24}
            hint="Returns within this time count once."
          />
        </div>
        <OwnWindows
          title="Network-specific windows"
          noun="network"
          note={longer(rules)}
          choices={rules.networks.map(({ code, label, days }) => ({
            value: code,
            label,
            usual: days === 7 ? defaultValue : days,
          }))}
          days={draft.network_click_days ?? {}}
          error={(key) => errors[`settings.network_click_days.${key}`]}
          disabled={disabled}
          onChange={(network_click_days) => change({ network_click_days })}
        />
        <OwnWindows
          title="Campaign-specific windows"
          noun="campaign"
          choices={campaigns.map((choice) => ({ ...choice, usual: defaultValue }))}
          days={draft.campaign_click_days ?? {}}
          error={(key) => errors[`settings.campaign_click_days.${key}`]}
          disabled={disabled}
          onChange={(campaign_click_days) => change({ campaign_click_days })}
        />
        <div className="grid grid-cols-1 gap-x-6 gap-y-5 border-t pt-5 sm:grid-cols-2">
          <Switched
            label="Views"
            hint="A view gets credit only if no click does, and only if it has a device ID or the network confirms it."
            on={draft.view_through ?? false}
            onChange={(view_through) => change({ view_through })}
          >
            <RuleNumber
              edit={edit}
              name="view_through_hours"
              label="View-through window"
              unit="hours"
              usual={24}
            />
          </Switched>
          <Switched
            label="Apple Ads"
            hint="Requests the attribution of iPhones' tokens from Apple."
            on={draft.apple_ads ?? true}
            onChange={(apple_ads) => change({ apple_ads })}
          />
          <Switched
            label="Keep campaign on reinstall"
            hint="When a device reinstalls organically, it stays with its earlier campaign: later payments count there. The reinstall itself is organic."
            on={draft.reinstall_keeps_campaign ?? true}
            onChange={(reinstall_keeps_campaign) => change({ reinstall_keeps_campaign })}
          />
        </div>
      </CardBody>
    </Card>
  );
}

/** Networks whose default window differs from the project's. */
function longer({ networks }: ShownRules): string {
  const others = networks.filter(({ days }) => days !== 7);
  const named = others.map(({ label, days }) => `${label} ${days} days`);
  return others.length === 0 ? "" : `Default unless set here: ${named.join(", ")}.`;
}

function Switched({
  label,
  hint,
  on,
  onChange,
  children,
}: {
  label: string;
  hint: string;
  on: boolean;
  onChange: (on: boolean) => void;
  children?: ReactNode;
}) {
  return (
    <div className="grid content-start gap-4">
      <Field inline label={label} hint={hint}>
        {(control) => <Switch {...control} checked={on} onCheckedChange={onChange} />}
      </Field>
      {on && children ? <div className="max-w-48">{children}</div> : null}
    </div>
  );
}

type Choice = { value: string; label: string; usual: number };

/** Exceptions from the click window, one per line. */
function OwnWindows({
  title,
  noun,
  note,
  choices,
  days,
  error,
  disabled,
  onChange,
}: {
  title: string;
  noun: string;
  /** The window of all others. */
  note?: string;
  choices: Choice[];
  days: WindowDays;
  error: (key: string) => string | undefined;
  disabled: boolean;
  onChange: (days: WindowDays) => void;
}) {
  const own = Object.keys(days);
  const free = choices.filter(({ value }) => !own.includes(value));
  const nameOf = (key: string) => choices.find(({ value }) => value === key)?.label ?? `${noun} ${key}`;
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2.5">
      <legend className="mb-2 font-medium text-sm">{title}</legend>
      {note ? <p className="-mt-2 text-muted text-xs">{note}</p> : null}
      {own.map((key) => (
        <div key={key} className="grid gap-1">
          <div className="flex items-center gap-2">
            <span className="min-w-0 flex-1 truncate text-sm sm:max-w-64" title={nameOf(key)}>
              {nameOf(key)}
            </span>
            <InputGroup
              type="number"
              inputMode="decimal"
              step="any"
              className="w-32 shrink-0"
              aria-label={`Click window of ${nameOf(key)}`}
              aria-invalid={error(key) ? true : undefined}
              value={Number.isNaN(days[key]) ? "" : days[key]}
              after="days"
              disabled={disabled}
              onChange={(event) =>
                onChange({
                  ...days,
                  [key]: event.target.value === "" ? Number.NaN : Number(event.target.value),
                })
              }
            />
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={`${nameOf(key)}: default window`}
              disabled={disabled}
              onClick={() =>
                onChange(Object.fromEntries(Object.entries(days).filter(([name]) => name !== key)))
              }
            >
              <X />
            </Button>
          </div>
          {error(key) ? <p className="text-danger text-xs">{error(key)}</p> : null}
        </div>
      ))}
      {disabled ? (
        own.length === 0 ? (
          <p className="text-muted text-sm">None.</p>
        ) : null
      ) : (
        <div className="max-w-64">
          {free.length === 0 ? (
            <Input disabled value={`Every ${noun} has one`} aria-label={`Add a ${noun}`} readOnly />
          ) : (
            <Combobox
              aria-label={`Add a ${noun}`}
              placeholder={`Add a ${noun}…`}
              searchPlaceholder={`Search ${noun}s`}
              value={undefined}
              options={free.map(({ value, label, usual: defaultValue }) => ({
                value,
                label,
                hint: `${defaultValue} days`,
              }))}
              onValueChange={(value) =>
                onChange({ ...days, [value]: free.find((choice) => choice.value === value)?.usual ?? 7 })
              }
            />
          )}
        </div>
      )}
    </fieldset>
  );
}
