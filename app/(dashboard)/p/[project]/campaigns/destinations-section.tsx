"use client";

import { useController, useWatch } from "react-hook-form";
import { at } from "@/app/(dashboard)/api";
import { useGet } from "@/app/(dashboard)/data";
import { EndedLinksControl, endedHint } from "@/app/(dashboard)/ended-links-control";
import { useProject } from "@/app/(dashboard)/session";
import { SwitchField, UrlField } from "@/components/fields";
import { FormField } from "@/components/form";
import { IntentLink } from "@/components/intent-link";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { StoreListing } from "@/lib/campaigns/store-listings/schema";
import type { CampaignForm } from "./campaign-form";
import { DestinationPreview } from "./destination-preview";
import { FormSection } from "./form-section";
import type { CampaignsAddress } from "./table-address";

type AddressName = "deeplink" | "link_for_desktop_users" | "ios_web_redirect" | "android_web_redirect";

export function DestinationsSection({ path, form }: { path: CampaignsAddress; form: CampaignForm }) {
  const project = useProject();
  const { data } = useGet(at("/projects/:project/store-listings", { project: project.id }));
  const isShortlink = useWatch({ control: form.control, name: "is_shortlink" }) !== false;

  const address = (name: AddressName, label: string, hint: string, placeholder: string, required = false) => (
    <UrlField
      form={form}
      name={name}
      label={label}
      hint={hint}
      required={required}
      optional={!required}
      placeholder={placeholder}
    />
  );

  return (
    <FormSection title="Destinations" description="Blank fields use the project defaults.">
      {address(
        "deeplink",
        "Deeplink",
        isShortlink
          ? "The in-app screen: opens right away if the app is installed, or after install if not."
          : "The campaign's link is this URL plus the campaign's ID.",
        "myapp://offers/summer or https://example.com/offers",
        !isShortlink,
      )}
      <SwitchField
        form={form}
        name="open_in_app"
        label="Open in app if installed"
        hint="Phones try the deeplink first."
      />
      <StoreFields form={form} listings={data?.store_listings} />
      <div className="grid gap-4 sm:grid-cols-2">
        {address(
          "ios_web_redirect",
          "iPhone URL (overrides the App Store)",
          "A web page for iPhones and iPads.",
          "https://example.com/ios",
        )}
        {address(
          "android_web_redirect",
          "Android URL (overrides Google Play)",
          "A web page for Android phones.",
          "https://example.com/android",
        )}
      </div>
      {address(
        "link_for_desktop_users",
        "Website",
        "For desktops, and for phones without a store listing.",
        "https://example.com",
      )}
      <FormField form={form} name="ended_links" label="Ended links" hint={endedHint}>
        {({ name: _, ...control }) => <EndedLinksControl {...control} usual={project.ended_links} />}
      </FormField>
      <DestinationPreview path={path} form={form} />
    </FormSection>
  );
}

const stores = { IOS: "App Store listing", ANDROID: "Google Play listing" } as const;
const usual = "usual";

function StoreFields({ form, listings }: { form: CampaignForm; listings: StoreListing[] | undefined }) {
  const settings = `/p/${useProject().id}/settings/store-listings`;
  const { field, fieldState } = useController({ control: form.control, name: "store_listing_ids" });
  const chosen = (field.value ?? []) as string[];
  const known = listings ?? [];

  function choose(platform: StoreListing["platform"], id: string) {
    const others = chosen.filter(
      (one) => known.find((listing) => listing.store_listing_id === one)?.platform !== platform,
    );
    field.onChange(id === usual ? others : [...others, id]);
  }

  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {(["IOS", "ANDROID"] as const).map((platform) => {
        const here = known.filter((listing) => listing.platform === platform);
        const none = listings !== undefined && here.length === 0;
        return (
          <Field
            key={platform}
            label={stores[platform]}
            error={fieldState.error?.message}
            hint={
              none ? (
                <>
                  No listings yet.{" "}
                  <IntentLink className="underline" href={settings}>
                    Add a listing
                  </IntentLink>
                </>
              ) : undefined
            }
          >
            {(control) => (
              <Select
                {...control}
                disabled={none}
                value={
                  here.find(({ store_listing_id: id }) => chosen.includes(id))?.store_listing_id ?? usual
                }
                options={[
                  { value: usual, label: none ? "None" : "Project default" },
                  ...here.map((listing) => ({
                    value: listing.store_listing_id,
                    label: listing.name,
                    hint: listing.page_id ?? listing.app_id,
                  })),
                ]}
                onValueChange={(id) => choose(platform, id)}
              />
            )}
          </Field>
        );
      })}
    </div>
  );
}
