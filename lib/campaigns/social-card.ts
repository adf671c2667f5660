/**
 * The card for a link in chat and social apps: its tags, and the parts that each app shows. Pure; runs in the browser
 * too.
 */

import { t } from "@/lib/base/languages/texts";
import { isWebAddress } from "@/lib/base/web/web-address";

export type CardSettings = { title: string | null; text: string | null; image: string | null };

export type SharePreviewCard = {
  title: string;
  text: string | null;
  image: string | null;
  url: string;
  siteName: string;
};

/** The default title is the project's name, because the campaign's own name is internal. */
export const sharePreviewOf = (
  { title, text, image }: CardSettings,
  { siteName, url }: { siteName: string; url: string },
): SharePreviewCard => ({
  title: title?.trim() || siteName,
  text: text?.trim() || null,
  image: image !== null && isWebAddress(image.trim()) ? image.trim() : null,
  url,
  siteName,
});

export type CardTag = { kind: "property" | "name"; name: string; content: string };

/** Open Graph tags, and X's own names for some of them. */
export function socialCardTags(card: SharePreviewCard): CardTag[] {
  const tags: [CardTag["kind"], string, string | null][] = [
    ["property", "og:type", "website"],
    ["property", "og:site_name", card.siteName],
    ["property", "og:title", card.title],
    ["property", "og:description", card.text],
    ["property", "og:url", card.url],
    ["property", "og:image", card.image],
    ["name", "description", card.text],
    ["name", "twitter:card", card.image ? "summary_large_image" : "summary"],
    ["name", "twitter:title", card.title],
    ["name", "twitter:description", card.text],
    ["name", "twitter:image", card.image],
  ];
  return tags.flatMap(([kind, name, content]) => (content ? [{ kind, name, content }] : []));
}

/** How phone apps draw a card: the space for texts, and the position of the host. */
export const cardApps = {
  whatsapp: { label: t("WhatsApp"), titleLines: 2, textLines: 2, titleOnImage: false, hostFirst: false },
  facebook: { label: t("Facebook"), titleLines: 2, textLines: 1, titleOnImage: false, hostFirst: true },
  x: { label: "X", titleLines: 1, textLines: 2, titleOnImage: true, hostFirst: true },
  imessage: { label: "iMessage", titleLines: 2, textLines: 0, titleOnImage: false, hostFirst: false },
} as const;
export type CardApp = keyof typeof cardApps;
