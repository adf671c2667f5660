"use client";

import { useWatch } from "react-hook-form";
import type { CampaignsAddress } from "@/app/(dashboard)/campaigns/table-address";
import { UrlField } from "@/components/fields/fields";
import { t } from "@/lib/base/languages/texts";
import type { CampaignForm } from "./campaign-form";
import { DestinationPreviewCard } from "./destination-preview";
import { FormSection } from "./form-section";

/** Link destination: the two common settings, and their result on every device. */
export function DestinationsSection({ path, form }: { path: CampaignsAddress; form: CampaignForm }) {
  const isShortlink = useWatch({ control: form.control, name: "is_shortlink" }) !== false;
  return (
    <FormSection title={t("Destination")} description={t("Blank fields use the project defaults.")}>
      <UrlField
        form={form}
        name="deeplink"
        label={t("Deeplink")}
        hint={
          isShortlink
            ? t("The in-app screen: opens right away if the app is installed, or after install if not.")
            : t("The campaign's link is this URL plus the campaign's ID.")
        }
        required={!isShortlink}
        optional={isShortlink}
        placeholder="myapp://offers/summer or https://example.com/offers"
      />
      <UrlField
        form={form}
        name="link_for_desktop_users"
        label={t("Website")}
        hint={t("For desktops, and for phones without a store listing.")}
        optional
        placeholder="https://example.com"
      />
      <DestinationPreviewCard path={path} form={form} />
    </FormSection>
  );
}
