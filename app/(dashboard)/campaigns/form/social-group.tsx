"use client";

import { useWatch } from "react-hook-form";
import { TextareaField, TextField, UrlField } from "@/components/fields/fields";
import { t } from "@/lib/base/languages/texts";
import type { CampaignForm } from "./campaign-form";
import { useDomains } from "./link-section";
import { OptionsGroup } from "./options-group";
import { SocialCard } from "./social-card";

const settings = ["social_title", "social_text", "social_image"] as const;

export function SocialGroup({ form }: { form: CampaignForm }) {
  const [title, text, image, host] = useWatch({
    control: form.control,
    name: ["social_title", "social_text", "social_image", "domain"],
  });
  const { main } = useDomains();
  return (
    <OptionsGroup
      form={form}
      title={t("Social preview")}
      summary={t("Title, text and image when the link is shared")}
      settings={settings}
    >
      <p className="text-muted text-xs">{t("The preview card in messengers and on social networks.")}</p>
      <TextField form={form} name="social_title" label={t("Title")} optional />
      <TextareaField form={form} name="social_text" label={t("Text")} optional rows={2} />
      <UrlField
        form={form}
        name="social_image"
        label={t("Image")}
        optional
        hint={t("Image URL. 1200 × 630 px works everywhere.")}
        placeholder="https://example.com/summer.jpg"
      />
      <SocialCard
        settings={{ title: title ?? null, text: text ?? null, image: image ?? null }}
        host={host ?? main?.host ?? null}
      />
    </OptionsGroup>
  );
}
