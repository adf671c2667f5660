import { useWatch } from "react-hook-form";
import { CheckboxField, IdField, NumberField, SelectField } from "@/components/fields/fields";
import { Card } from "@/components/ui/card";
import { fingerprintingNote } from "@/lib/attribution/rule-sets/ios-labels";
import { CountryField, DeviceFields } from "./click-card";
import type { DescribedForm } from "./simulator-form";

const platforms = [
  { value: "ANDROID", label: "Android" },
  { value: "IOS", label: "iOS" },
] as const;

const answers = [
  { value: null, label: "Not asked or unknown" },
  { value: "authorized", label: "Allowed" },
  { value: "denied", label: "Denied" },
] as const;

export function InstallCard({ form }: { form: DescribedForm }) {
  const { control } = form;
  const platform = useWatch({ control, name: "install.platform" });
  // If only the address connects a click, everything that makes two phones alike counts.
  const byAddress = useWatch({ control, name: "clicks" }).some(({ tie }) => tie === "address");
  const number = { form, optional: true, placeholder: "1" };
  return (
    <Card aria-label="Install" className="grid grid-cols-1 gap-4 p-5">
      <h2 className="font-semibold text-base">Install</h2>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <SelectField form={form} name="install.platform" label="Installed on" options={platforms} />
        <NumberField
          form={form}
          name="install.download_seconds"
          label="Download began before the open"
          optional
          hint="As reported by Google Play."
          placeholder="Unknown"
          after="seconds"
        />
        <CountryField form={form} at="install" />
        <NumberField
          {...number}
          name="install.installs_in_an_hour"
          label="Installs from this IP"
          after="within the hour"
        />
        {byAddress ? (
          <>
            <DeviceFields form={form} at="install" />
            <NumberField
              {...number}
              name="install.crowd.browsers"
              label="Browsers behind this IP"
              after="in 24 hours"
            />
            <NumberField
              {...number}
              name="install.crowd.installs"
              label="Installs behind this IP"
              after="in 24 hours"
            />
            {platform === "IOS" ? (
              <div className="sm:col-span-2">
                <SelectField
                  form={form}
                  name="install.att_status"
                  label="Tracking permission (ATT)"
                  hint={fingerprintingNote}
                  options={answers}
                />
              </div>
            ) : null}
          </>
        ) : null}
        <div className="grid gap-4 sm:col-span-2">
          <IdField
            form={form}
            name="install.referrer"
            label="Play install referrer"
            optional
            className="font-mono text-xs"
            placeholder="utm_source=google-play&utm_medium=organic"
          />
          <IdField
            form={form}
            name="install.link"
            label="Link that opened the app"
            optional
            className="font-mono text-xs"
            placeholder="https://links.example.com/?c=…"
          />
        </div>
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-2.5">
        <CheckboxField form={form} name="install.listed" label="From a listed IP" />
        {byAddress ? (
          <CheckboxField form={form} name="install.consent_refused" label="The user refused consent" />
        ) : null}
      </div>
    </Card>
  );
}
