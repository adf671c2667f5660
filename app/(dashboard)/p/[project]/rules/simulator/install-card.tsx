import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Input, InputGroup } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { applesRule } from "@/lib/attribution/ios-labels";
import { Device, Mark } from "./click-card";
import type { InstallText } from "./described";

export function InstallCard({
  install,
  byAddress,
  error,
  onChange,
}: {
  install: InstallText;
  /** A click is described that shares nothing but the address. */
  byAddress: boolean;
  error: (field: string) => string | undefined;
  onChange: (patch: Partial<InstallText>) => void;
}) {
  return (
    <Card aria-label="The install" className="grid grid-cols-1 gap-4 p-5">
      <h2 className="font-semibold text-base">The install</h2>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label="Installed on">
          {(control) => (
            <Select
              {...control}
              value={install.platform}
              options={[
                { value: "ANDROID", label: "Android" },
                { value: "IOS", label: "iOS" },
              ]}
              onValueChange={(platform) => onChange({ platform })}
            />
          )}
        </Field>
        <Field
          label="Download began before the open"
          optional
          error={error("download_seconds")}
          hint="By the clock of Google Play."
        >
          {(control) => (
            <InputGroup
              {...control}
              type="number"
              inputMode="numeric"
              placeholder="Not told"
              after="seconds"
              value={install.download}
              onChange={(event) => onChange({ download: event.target.value })}
            />
          )}
        </Field>
        <Field label="Country" optional error={error("country")}>
          {(control) => (
            <Input
              {...control}
              maxLength={2}
              placeholder="Not known"
              value={install.country}
              onChange={(event) => onChange({ country: event.target.value })}
            />
          )}
        </Field>
        <Field label="Behind the same address" optional error={error("installs_in_an_hour")}>
          {(control) => (
            <InputGroup
              {...control}
              type="number"
              inputMode="numeric"
              placeholder="1"
              after="within the hour"
              value={install.neighbours}
              onChange={(event) => onChange({ neighbours: event.target.value })}
            />
          )}
        </Field>
        {byAddress ? <Likeness install={install} error={error} onChange={onChange} /> : null}
        <Field label="Play install referrer" optional error={error("referrer")} className="sm:col-span-2">
          {(control) => (
            <Input
              {...control}
              className="font-mono text-xs"
              placeholder="utm_source=google-play&utm_medium=organic"
              autoComplete="off"
              spellCheck={false}
              value={install.referrer}
              onChange={(event) => onChange({ referrer: event.target.value })}
            />
          )}
        </Field>
        <Field label="Link that opened the app" optional error={error("link")} className="sm:col-span-2">
          {(control) => (
            <Input
              {...control}
              className="font-mono text-xs"
              placeholder="https://links.example.com/?c=…"
              autoComplete="off"
              spellCheck={false}
              value={install.link}
              onChange={(event) => onChange({ link: event.target.value })}
            />
          )}
        </Field>
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-2.5">
        <Mark label="From a listed address" on={install.list} onChange={(list) => onChange({ list })} />
        {byAddress ? (
          <Mark
            label="The user refused consent"
            on={install.refused}
            onChange={(refused) => onChange({ refused })}
          />
        ) : null}
      </div>
    </Card>
  );
}

/** What a probabilistic match looks at. */
function Likeness({
  install,
  error,
  onChange,
}: {
  install: InstallText;
  error: (field: string) => string | undefined;
  onChange: (patch: Partial<InstallText>) => void;
}) {
  const people = [
    { field: "browsers", label: "Browsers behind the address" },
    { field: "installs", label: "Installs behind the address" },
  ] as const;
  return (
    <>
      <Device of={install} error={error} onChange={onChange} />
      {people.map(({ field, label }) => (
        <Field key={field} label={label} optional error={error(`crowd.${field}`)}>
          {(control) => (
            <InputGroup
              {...control}
              type="number"
              inputMode="numeric"
              placeholder="1"
              after="in 24 hours"
              value={install[field]}
              onChange={(event) => onChange({ [field]: event.target.value })}
            />
          )}
        </Field>
      ))}
      {install.platform === "IOS" ? (
        <Field label="Asked whether the app may track (ATT)" hint={applesRule} className="sm:col-span-2">
          {(control) => (
            <Select
              {...control}
              value={install.tracking === "" ? "unknown" : install.tracking}
              options={[
                { value: "unknown", label: "Not asked, or not told" },
                { value: "authorized", label: "Allowed" },
                { value: "denied", label: "Denied" },
              ]}
              onValueChange={(said) => onChange({ tracking: said === "unknown" ? "" : said })}
            />
          )}
        </Field>
      ) : null}
    </>
  );
}
