import { useWatch } from "react-hook-form";
import { CheckboxField, IdField, NumberField, SelectField } from "@/components/fields/fields";
import { Card } from "@/components/ui/card";
import { fingerprintingNote } from "@/lib/attribution/rule-sets/ios-labels";
import { t } from "@/lib/base/languages/texts";
import { CountryField, DeviceFields } from "./click-card";
import type { DescribedForm } from "./simulator-form";

const platforms = [
  { value: "ANDROID", label: t("Android") },
  { value: "IOS", label: "iOS" },
] as const;

const answers = [
  { value: null, label: t("Not asked or unknown") },
  { value: "authorized", label: t("Allowed") },
  { value: "denied", label: t("Denied") },
] as const;

export function InstallCard({ form }: { form: DescribedForm }) {
  const { control } = form;
  const platform = useWatch({ control, name: "install.platform" });
  // If only the address connects a click, everything that makes two phones alike counts.
  const byAddress = useWatch({ control, name: "clicks" }).some(({ tie }) => tie === "address");
  const number = { form, optional: true, placeholder: "1" };
  return (
    <Card aria-label={t("Install")} className="grid grid-cols-1 gap-4 p-5">
      <h2 className="font-semibold text-base">{t("Install")}</h2>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <SelectField form={form} name="install.platform" label={t("Installed on")} options={platforms} />
        <NumberField
          form={form}
          name="install.download_seconds"
          label={t("Download began before the open")}
          optional
          hint={t("As reported by Google Play.")}
          placeholder={t("Unknown")}
          after="seconds"
        />
        <CountryField form={form} at="install" />
        <NumberField
          {...number}
          name="install.installs_in_an_hour"
          label={t("Installs from this IP")}
          after={t("within the hour")}
        />
        {byAddress ? (
          <>
            <DeviceFields form={form} at="install" />
            <NumberField
              {...number}
              name="install.crowd.browsers"
              label={t("Browsers behind this IP")}
              after="in 24 hours"
            />
            <NumberField
              {...number}
              name="install.crowd.installs"
              label={t("Installs behind this IP")}
              after="in 24 hours"
            />
            {platform === "IOS" ? (
              <div className="sm:col-span-2">
                <SelectField
                  form={form}
                  name="install.att_status"
                  label={t("Tracking permission (ATT)")}
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
            label={t("Play install referrer")}
            optional
            className="font-mono text-xs"
            placeholder="utm_source=google-play&utm_medium=organic"
          />
          <IdField
            form={form}
            name="install.link"
            label={t("Link that opened the app")}
            optional
            className="font-mono text-xs"
            placeholder="https://links.example.com/?c=…"
          />
        </div>
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-2.5">
        <CheckboxField form={form} name="install.listed" label={t("From a listed IP")} />
        {byAddress ? (
          <CheckboxField form={form} name="install.consent_refused" label={t("The user refused consent")} />
        ) : null}
      </div>
    </Card>
  );
}
