import { useCampaignChoices } from "@/app/(dashboard)/shell/facts/campaign-choices";
import { Combobox } from "@/components/fields/combobox";
import { Input } from "@/components/fields/input";
import { Card, CardHeader } from "@/components/ui/card";
import type { ShownRules } from "@/lib/attribution/rule-sets/schema";
import { t } from "@/lib/base/languages/texts";
import type { RulesEdit, WindowLengths } from "./draft";
import { NumberRow, RuleNumber, RuleSwitch } from "./setting-row";

export function Windows({ rules, edit }: { rules: ShownRules; edit: RulesEdit }) {
  return (
    <>
      <Card>
        <CardHeader
          title={t("Attribution windows")}
          description={t("How long after a click or view an install is still attributed.")}
        />
        <ul className="divide-y border-t">
          <RuleNumber edit={edit} name="click_days" label={t("Clicks")} unit="days" usual={7} />
          <RuleSwitch
            edit={edit}
            name="view_through"
            label={t("Views")}
            usual={false}
            hint={t(
              "A view gets credit only if no click does, and only if it has a device ID or the network confirms it.",
            )}
          />
          {edit.draft.view_through ? (
            <RuleNumber
              edit={edit}
              name="view_through_hours"
              label={t("View-through window")}
              unit="hours"
              usual={24}
            />
          ) : null}
          <RuleSwitch
            edit={edit}
            name="apple_ads"
            label={t("Apple Ads")}
            usual={true}
            hint={t("Requests the attribution of iPhones' tokens from Apple.")}
          />
          <RuleSwitch
            edit={edit}
            name="google_claims"
            label={t("Google's claims")}
            usual={false}
            hint={t(
              "Google claims installs in its answers to Google Ads app events. Off: a claim is shown on the install. On: it decides like a click at the time that Google reports.",
            )}
          />
        </ul>
      </Card>
      <Exceptions rules={rules} edit={edit} />
    </>
  );
}

export function Returns({ edit }: { edit: RulesEdit }) {
  return (
    <Card>
      <CardHeader
        title={t("Reinstalls and returns")}
        description={t("When a known device or user counts again.")}
      />
      <ul className="divide-y border-t">
        <RuleNumber
          edit={edit}
          name="reinstall_days"
          label={t("Reinstalls")}
          unit="days"
          usual={90}
          hint={t("A device that installs again within this time is a reinstall.")}
        />
        <RuleSwitch
          edit={edit}
          name="reinstall_keeps_campaign"
          label={t("Keep campaign on reinstall")}
          usual={true}
          hint={t(
            "When a device reinstalls organically, it stays with its earlier campaign: later payments count there. The reinstall itself is organic.",
          )}
        />
        <RuleNumber
          edit={edit}
          name="inactivity_days"
          label={t("Inactivity before re-engagement")}
          unit="days"
          usual={0}
          hint={t("Time without opens.")}
        />
        <RuleNumber
          edit={edit}
          name="reengagement_hours"
          label={t("Minimum gap between re-engagements")}
          unit="hours"
          usual={24}
          hint={t("Returns within this time count once.")}
        />
      </ul>
    </Card>
  );
}

/** Click windows of single networks and campaigns. */
function Exceptions({ rules, edit }: { rules: ShownRules; edit: RulesEdit }) {
  const { draft, change, errors, disabled } = edit;
  const campaigns = useCampaignChoices();
  const defaultValue = draft.click_days ?? 7;
  const defaultView = draft.view_through ? (draft.view_through_hours ?? 24) : 0;
  return (
    <>
      <CustomWindows
        title={t("Network-specific windows")}
        noun={t("network")}
        note={t("Click windows of single networks. {rules}", { rules: longer(rules) })}
        choices={rules.networks.map(({ code, label, days }) => ({
          value: code,
          label,
          usual: days === 7 ? defaultValue : days,
        }))}
        unit="days"
        lengths={draft.network_click_days ?? {}}
        error={(key) => errors[`settings.network_click_days.${key}`]}
        disabled={disabled}
        onChange={(network_click_days) => change({ network_click_days })}
      />
      <CustomWindows
        title={t("Network-specific view-through")}
        noun={t("network")}
        note={t(
          "View-through windows of single networks, whether or not other views count. 0 hours: the network's views don't count.",
        )}
        unit="hours"
        choices={rules.networks.map(({ code, label }) => ({ value: code, label, usual: defaultView }))}
        lengths={draft.network_view_hours ?? {}}
        error={(key) => errors[`settings.network_view_hours.${key}`]}
        disabled={disabled}
        onChange={(network_view_hours) => change({ network_view_hours })}
      />
      <CustomWindows
        title={t("Campaign-specific windows")}
        noun={t("campaign")}
        note={t("Click windows of single campaigns. They override those of networks.")}
        choices={campaigns.map((choice) => ({ ...choice, usual: defaultValue }))}
        unit="days"
        lengths={draft.campaign_click_days ?? {}}
        error={(key) => errors[`settings.campaign_click_days.${key}`]}
        disabled={disabled}
        onChange={(campaign_click_days) => change({ campaign_click_days })}
      />
    </>
  );
}

/** Networks whose default window differs from the project's. */
function longer({ networks }: ShownRules): string {
  const others = networks.filter(({ days }) => days !== 7);
  const named = others.map(({ label, days }) => t("{label} {days} days", { label, days }));
  return others.length === 0 ? "" : t("Default unless set here: {named}.", { named: named.join(", ") });
}

type Choice = { value: string; label: string; usual: number };

type CustomWindowsProps = {
  title: string;
  noun: string;
  note: string;
  unit: "days" | "hours";
  choices: Choice[];
  lengths: WindowLengths;
  error: (key: string) => string | undefined;
  disabled: boolean;
  onChange: (lengths: WindowLengths) => void;
};

/** Exceptions from a window, one per line. */
function CustomWindows(props: CustomWindowsProps) {
  const { title, noun, note, unit, choices, lengths, error, disabled, onChange } = props;
  const custom = Object.keys(lengths);
  const free = choices.filter(({ value }) => !custom.includes(value));
  /** A new exception begins with the default length; views that don't count yet, with a day. */
  const firstOf = (known: number | undefined) => (unit === "hours" ? known || 24 : (known ?? 7));
  const choiceOf = (key: string) => choices.find(({ value }) => value === key);
  const without = (key: string) =>
    Object.fromEntries(Object.entries(lengths).filter(([name]) => name !== key));
  return (
    <Card>
      <CardHeader
        title={title}
        description={note}
        actions={
          disabled ? null : free.length === 0 ? (
            <Input
              disabled
              value={t("Every {noun} has one", { noun })}
              aria-label={t("{title}: add a {noun}", { title, noun })}
              readOnly
            />
          ) : (
            <div className="w-56">
              <Combobox
                aria-label={t("{title}: add a {noun}", { title, noun })}
                placeholder={t("Add a {noun}…", { noun })}
                searchPlaceholder={t("Search…")}
                value={undefined}
                options={free.map(({ value, label, usual: defaultValue }) => ({
                  value,
                  label,
                  hint:
                    unit === "hours" && defaultValue === 0
                      ? t("off")
                      : unit === "hours"
                        ? t("{count, plural, one {# hour} other {# hours}}", { count: defaultValue })
                        : t("{count, plural, one {# day} other {# days}}", { count: defaultValue }),
                }))}
                onValueChange={(value) => onChange({ ...lengths, [value]: firstOf(choiceOf(value)?.usual) })}
              />
            </div>
          )
        }
      />
      {custom.length === 0 ? (
        <p className="px-5 pb-5 text-muted text-sm">
          {t("None. Every {noun} has its default window.", { noun })}
        </p>
      ) : (
        <ul className="divide-y border-t">
          {custom.map((key) => (
            <NumberRow
              key={key}
              label={choiceOf(key)?.label ?? `${noun} ${key}`}
              unit={unit}
              usual={choiceOf(key)?.usual ?? firstOf(undefined)}
              value={lengths[key]}
              isException
              error={error(key)}
              disabled={disabled}
              onChange={(value) =>
                onChange(value === undefined ? without(key) : { ...lengths, [key]: value })
              }
            />
          ))}
        </ul>
      )}
    </Card>
  );
}
