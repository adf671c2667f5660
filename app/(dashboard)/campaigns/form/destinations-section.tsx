"use client";

import { useWatch } from "react-hook-form";
import type { CampaignsAddress } from "@/app/(dashboard)/campaigns/table-address";
import { UrlField } from "@/components/fields/fields";
import type { CampaignForm } from "./campaign-form";
import { DestinationPreviewCard } from "./destination-preview";
import { FormSection } from "./form-section";

/** Link destination: the two common settings, and their result on every device. */
export function DestinationsSection({ path, form }: { path: CampaignsAddress; form: CampaignForm }) {
  const isShortlink = useWatch({ control: form.control, name: "is_shortlink" }) !== false;
  return (
    <FormSection title="Destination" description="Blank fields use the project defaults.">
      <UrlField
        form={form}
        name="deeplink"
        label="Deeplink"
        hint={
          isShortlink
            ? "The in-app screen: opens right away if the app is installed, or after install if not."
            : "The campaign's link is this URL plus the campaign's ID."
        }
        required={!isShortlink}
        optional={isShortlink}
        placeholder="myapp://offers/summer or https://example.com/offers"
      />
      <UrlField
        form={form}
        name="link_for_desktop_users"
        label="Website"
        hint="For desktops, and for phones without a store listing."
        optional
        placeholder="https://example.com"
      />
      <DestinationPreviewCard path={path} form={form} />
    </FormSection>
  );
}
