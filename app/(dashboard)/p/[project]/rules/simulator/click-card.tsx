import { X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { Input, InputGroup } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { type ClickText, ties } from "./described";

const units = ["seconds", "minutes", "hours", "days"] as const;

export function ClickCard({
  click,
  number,
  campaigns,
  error,
  onChange,
  onRemove,
}: {
  click: ClickText;
  number: number;
  campaigns: { value: string; label: string }[];
  error: (field: string) => string | undefined;
  onChange: (patch: Partial<ClickText>) => void;
  onRemove: () => void;
}) {
  return (
    <Card aria-label={`Click ${number}`} className="grid grid-cols-1 gap-4 p-5">
      <header className="flex items-center justify-between">
        <h2 className="font-semibold text-base">
          {click.kind === "view" ? "A view" : "A click"}
          <span className="sr-only"> {number}</span>
        </h2>
        <Button variant="ghost" size="icon-sm" aria-label={`Remove click ${number}`} onClick={onRemove}>
          <X />
        </Button>
      </header>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label="Campaign" error={error("campaign")}>
          {(control) => (
            <Combobox
              {...control}
              options={campaigns}
              value={click.campaign}
              searchPlaceholder="Search campaigns"
              onValueChange={(campaign) => onChange({ campaign })}
            />
          )}
        </Field>
        <Field label="Before the first open" error={error("minutes_before")}>
          {(control) => (
            <div className="flex gap-2">
              <Input
                {...control}
                type="number"
                step="any"
                inputMode="decimal"
                value={click.minutes}
                onChange={(event) => onChange({ minutes: event.target.value })}
              />
              <Select
                aria-label="Unit of time"
                className="w-28 shrink-0"
                value={click.unit}
                options={units.map((value) => ({ value, label: value }))}
                onValueChange={(unit) => onChange({ unit })}
              />
            </div>
          )}
        </Field>
        <Field label="Tied to the install by" error={error("tie")}>
          {(control) => (
            <Select
              {...control}
              value={click.tie}
              options={ties}
              onValueChange={(tie) => onChange({ tie })}
            />
          )}
        </Field>
        <Field label="Clicked on">
          {(control) => (
            <Select
              {...control}
              value={click.platform}
              options={[
                { value: "ANDROID", label: "Android" },
                { value: "IOS", label: "iOS" },
                { value: "DESKTOP", label: "A desktop" },
              ]}
              onValueChange={(platform) => onChange({ platform })}
            />
          )}
        </Field>
        <Field label="Country" optional error={error("country")}>
          {(control) => (
            <Input
              {...control}
              maxLength={2}
              placeholder="Not known"
              value={click.country}
              onChange={(event) => onChange({ country: event.target.value })}
            />
          )}
        </Field>
        <Field label="Within ten minutes" optional error={error("clicks_in_ten_minutes")}>
          {(control) => (
            <InputGroup
              {...control}
              type="number"
              inputMode="numeric"
              placeholder="1"
              after="clicks like it"
              value={click.times}
              onChange={(event) => onChange({ times: event.target.value })}
            />
          )}
        </Field>
        {click.tie === "address" ? <Device of={click} error={error} onChange={onChange} /> : null}
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-2.5">
        <Mark
          label="Only seen, not followed"
          on={click.kind === "view"}
          onChange={(on) => onChange({ kind: on ? "view" : "click" })}
        />
        <Mark label="By a bot" on={click.bot} onChange={(bot) => onChange({ bot })} />
        <Mark
          label="Led to another install already"
          on={click.used}
          onChange={(used) => onChange({ used })}
        />
        {click.tie === "address" && click.platform === "ANDROID" ? (
          <Mark
            label="Led elsewhere than to Google Play"
            on={click.elsewhere}
            onChange={(elsewhere) => onChange({ elsewhere })}
          />
        ) : null}
        <Mark label="From a listed address" on={click.list} onChange={(list) => onChange({ list })} />
      </div>
    </Card>
  );
}

type Described = { version: string; model: string; language: string };

/** What has to agree where nothing but the address is the same. */
export function Device({
  of,
  error,
  onChange,
}: {
  of: Described;
  error: (field: string) => string | undefined;
  onChange: (patch: Partial<Described>) => void;
}) {
  return (
    <>
      <Field label="Version of the system" optional error={error("os_version")}>
        {(control) => (
          <Input
            {...control}
            placeholder="Not known"
            value={of.version}
            onChange={(event) => onChange({ version: event.target.value })}
          />
        )}
      </Field>
      <Field label="Model" optional error={error("device_model")}>
        {(control) => (
          <Input
            {...control}
            placeholder="Not known"
            value={of.model}
            onChange={(event) => onChange({ model: event.target.value })}
          />
        )}
      </Field>
      <Field label="Language" optional error={error("language")}>
        {(control) => (
          <Input
            {...control}
            placeholder="Not known"
            value={of.language}
            onChange={(event) => onChange({ language: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}

export function Mark({
  label,
  on,
  onChange,
}: {
  label: string;
  on: boolean;
  onChange: (on: boolean) => void;
}) {
  return (
    <Field inline label={label}>
      {(control) => (
        <Checkbox {...control} checked={on} onCheckedChange={(checked) => onChange(checked === true)} />
      )}
    </Field>
  );
}
