"use client";

import { ImageOff } from "lucide-react";
import { useState } from "react";
import { at, urlOf, withQuery } from "@/app/(dashboard)/shell/api";
import { useProject } from "@/app/(dashboard)/shell/session";
import { cn } from "@/components/cn";
import { Segmented } from "@/components/ui/segmented";
import { useDebounced } from "@/components/use-debounced";
import { t } from "@/lib/base/languages/texts";
import {
  type CardApp,
  type CardSettings,
  cardApps,
  type SharePreviewCard,
  sharePreviewOf,
} from "@/lib/campaigns/social-card";

const apps = Object.entries(cardApps).map(([value, { label }]) => ({ value: value as CardApp, label }));

/** A preview of the link's social card, from the same rules as its meta tags. */
export function SocialCard({ settings, host }: { settings: CardSettings; host: string | null }) {
  const { name: siteName } = useProject();
  const [app, setApp] = useState<CardApp>("whatsapp");
  const image = useDebounced(settings.image, 400);
  const card = sharePreviewOf({ ...settings, image }, { siteName, url: "" });
  return (
    <div className="grid grid-cols-1 justify-items-start gap-2">
      <Segmented label={t("Preview in")} options={apps} value={app} onValueChange={setApp} />
      <figure
        aria-label={t("Link preview in {label}", { label: cardApps[app].label })}
        className="w-full max-w-sm overflow-hidden rounded-lg border bg-raised"
      >
        {card.image ? <Picture key={card.image} address={card.image} app={app} title={card.title} /> : null}
        <Caption card={card} app={app} host={host} />
      </figure>
    </div>
  );
}

type PictureProps = { address: string; app: CardApp; title: string };

function Picture({ address, app, title }: PictureProps) {
  const [isBroken, setBroken] = useState(false);
  const image = at("/projects/:project/campaigns/card-image", { project: useProject().id });
  return (
    <div className="relative grid aspect-[1.91] place-items-center bg-sunken text-faint">
      {isBroken ? (
        <span className="flex items-center gap-2 px-3 text-xs">
          <ImageOff className="size-4 shrink-0" aria-hidden="true" />
          {t("Can't load this image from here")}
        </span>
      ) : (
        // biome-ignore lint/performance/noImgElement: the server loads the address that a member typed
        <img
          src={urlOf(withQuery(image, { address }))}
          alt=""
          className="size-full object-cover"
          onError={() => setBroken(true)}
        />
      )}
      {cardApps[app].titleOnImage ? (
        <span className="absolute bottom-2 start-2 line-clamp-1 max-w-[calc(100%-1rem)] break-all rounded bg-black/80 px-1.5 py-0.5 text-white text-xs">
          {title}
        </span>
      ) : null}
    </div>
  );
}

const clamped = { 0: "hidden", 1: "line-clamp-1", 2: "line-clamp-2" } as const;

function Caption({ card, app, host }: { card: SharePreviewCard; app: CardApp; host: string | null }) {
  const { titleLines, textLines, titleOnImage, hostFirst } = cardApps[app];
  const onImage = titleOnImage && card.image !== null;
  const from = host ? (
    <span className={cn("truncate text-faint text-xs", hostFirst && "order-first uppercase")}>
      {onImage ? t("From {host}", { host }) : host}
    </span>
  ) : null;
  return (
    <figcaption className="grid gap-0.5 border-t px-3 py-2.5 first:border-t-0">
      {onImage ? null : (
        <span className={cn("break-words font-medium text-sm", clamped[titleLines])}>{card.title}</span>
      )}
      {card.text && !onImage ? (
        <span className={cn("break-words text-muted text-xs", clamped[textLines])}>{card.text}</span>
      ) : null}
      {from}
    </figcaption>
  );
}
