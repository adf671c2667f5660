"use client";

import { ImageOff } from "lucide-react";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { TextareaField, TextField, UrlField } from "@/components/fields";
import { useDebounced } from "@/components/use-debounced";
import type { CampaignForm } from "./campaign-form";
import { OptionsGroup } from "./options-group";

const settings = ["social_title", "social_text", "social_image"] as const;

export function SocialGroup({ form }: { form: CampaignForm }) {
  const [title, text, image] = useWatch({
    control: form.control,
    name: ["social_title", "social_text", "social_image"],
  });
  return (
    <OptionsGroup
      form={form}
      title="Social preview"
      summary="Title, text and image when the link is shared"
      settings={settings}
    >
      <p className="text-muted text-xs">
        The preview people see when the link is shared in messengers and on social networks.
      </p>
      <TextField form={form} name="social_title" label="Title" optional />
      <TextareaField form={form} name="social_text" label="Text" optional rows={2} />
      <UrlField
        form={form}
        name="social_image"
        label="Image"
        optional
        hint="Image URL. 1200 × 630 px works everywhere."
        placeholder="https://example.com/summer.jpg"
      />
      {title || text || image ? <SocialCard title={title} text={text} image={image} /> : null}
    </OptionsGroup>
  );
}

type Said = string | null | undefined;

export function SocialCard({ title, text, image }: { title: Said; text: Said; image: Said }) {
  const address = useDebounced(image ?? "", 400);
  const [broken, setBroken] = useState<string | null>(null);
  const isAddress = /^https:\/\/[^\s]+\.[^\s]+/.test(address);
  return (
    <figure aria-label="Link preview" className="w-full max-w-sm overflow-hidden rounded-lg border bg-raised">
      <div className="grid aspect-[1.91] place-items-center bg-sunken text-faint">
        {isAddress && broken !== address ? (
          // biome-ignore lint/performance/noImgElement: an address that a member typed, of any host
          <img
            src={address}
            alt=""
            referrerPolicy="no-referrer"
            className="size-full object-cover"
            onError={() => setBroken(address)}
          />
        ) : (
          <span className="flex items-center gap-2 text-xs">
            <ImageOff className="size-4" aria-hidden="true" />
            {isAddress ? "Can't load this image from here" : "No image"}
          </span>
        )}
      </div>
      <figcaption className="grid gap-0.5 border-t px-3 py-2.5">
        <span className="line-clamp-1 break-all font-medium text-sm">{title || "No title"}</span>
        {text ? <span className="line-clamp-2 break-words text-muted text-xs">{text}</span> : null}
      </figcaption>
    </figure>
  );
}
