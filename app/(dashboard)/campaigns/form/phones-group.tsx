"use client";

import { useController } from "react-hook-form";
import { at } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { useProject } from "@/app/(dashboard)/shell/session";
import { Field } from "@/components/fields/field";
import { SwitchField, UrlField } from "@/components/fields/fields";
import { Select } from "@/components/fields/select";
import { NewTabLink } from "@/components/new-tab-link";
import { rich } from "@/components/rich";
import { t } from "@/lib/base/languages/texts";
import type { StoreListing } from "@/lib/campaigns/store-listings/schema";
import type { CampaignForm } from "./campaign-form";
import { OptionsGroup } from "./options-group";

const settings = ["open_in_app", "store_listing_ids", "ios_web_redirect", "android_web_redirect"] as const;

export function PhonesGroup({ form }: { form: CampaignForm }) {
  const { data } = useGet(at("/projects/:project/store-listings", { project: useProject().id }));
  return (
    <OptionsGroup
      form={form}
      title={t("Phones and stores")}
      summary={t("Open in app, store listings, URLs for iPhone and Android")}
      settings={settings}
    >
      <SwitchField
        form={form}
        name="open_in_app"
        label={t("Open in app if installed")}
        hint={t("Phones try the deeplink first.")}
      />
      <StoreFields form={form} listings={data?.store_listings} />
      <div className="grid gap-4 sm:grid-cols-2">
        <UrlField
          form={form}
          name="ios_web_redirect"
          label={t("iPhone URL (overrides the App Store)")}
          hint={t("A web page for iPhones and iPads.")}
          optional
          placeholder="https://example.com/ios"
        />
        <UrlField
          form={form}
          name="android_web_redirect"
          label={t("Android URL (overrides Google Play)")}
          hint={t("A web page for Android phones.")}
          optional
          placeholder="https://example.com/android"
        />
      </div>
    </OptionsGroup>
  );
}

const stores = { IOS: t("App Store listing"), ANDROID: t("Google Play listing") } as const;
const defaultChoice = "usual";

function StoreFields({ form, listings }: { form: CampaignForm; listings: StoreListing[] | undefined }) {
  const listingsPage = `/p/${useProject().id}/settings/links/store-listings`;
  const { field, fieldState } = useController({ control: form.control, name: "store_listing_ids" });
  const chosen = (field.value ?? []) as string[];
  const known = listings ?? [];

  function choose(platform: StoreListing["platform"], id: string) {
    const others = chosen.filter(
      (one) => known.find((listing) => listing.store_listing_id === one)?.platform !== platform,
    );
    field.onChange(id === defaultChoice ? others : [...others, id]);
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
              none
                ? rich("No listings yet. <link>Add a listing</link>", {
                    link: (text) => <NewTabLink href={listingsPage}>{text}</NewTabLink>,
                  })
                : undefined
            }
          >
            {(control) => (
              <Select
                {...control}
                disabled={none}
                value={
                  here.find(({ store_listing_id: id }) => chosen.includes(id))?.store_listing_id ??
                  defaultChoice
                }
                options={[
                  { value: defaultChoice, label: none ? t("None") : t("Project default") },
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
