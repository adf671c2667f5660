import { t } from "@/lib/base/languages/texts";
import type { DestinationPreview } from "@/lib/traffic/preview";

type Destination = DestinationPreview["iphone"];

export type Sentence = { who: string; does: string; url: string | null; isLost: boolean };

const names = {
  rule: t("the rule's destination"),
  redirect: t("its own URL"),
  app_store: t("the App Store"),
  play_store: t("Google Play"),
  website: t("the website"),
  project_website: t("the project's website"),
  deeplink: t("the deeplink"),
  ended: t("the URL for ended links"),
} as const;

function sentenceFor(destination: Destination): Omit<Sentence, "who"> {
  if (destination.kind === "nowhere")
    return { does: t("has no destination and sees a page saying so"), url: null, isLost: true };
  if (destination.kind === "redirect")
    return {
      does: t("goes to {name}", { name: names[destination.via] }),
      url: destination.url,
      isLost: false,
    };
  if (destination.kind === "get_app")
    return { does: t("sees a page with a QR code and the stores"), url: null, isLost: false };
  const { app, otherwise } = destination;
  if (app === null) {
    const there = otherwise
      ? t("that leads to {name}", { name: names[otherwise.via] })
      : t("that has no destination");
    return {
      does: t("gets a page with a button {there}", { there }),
      url: otherwise?.url ?? null,
      isLost: !otherwise,
    };
  }
  const without = otherwise
    ? t("goes to {name} if not installed", { name: names[otherwise.via] })
    : t("stays on the page if not installed");
  return { does: t("opens the app, and {without}", { without }), url: otherwise?.url ?? app, isLost: false };
}

const same = (a: Destination, b: Destination) => JSON.stringify(a) === JSON.stringify(b);

/** A sentence for each kind of device, and for in-app browsers if they differ. */
export function destinationSentencesOf(preview: DestinationPreview): Sentence[] {
  const { iphone, iphone_in_app: iphoneInApp, android, android_in_app: androidInApp, desktop } = preview;
  return [
    { who: t("An iPhone"), ...sentenceFor(iphone) },
    ...(same(iphone, iphoneInApp)
      ? []
      : [{ who: t("Inside Instagram and the like, an iPhone"), ...sentenceFor(iphoneInApp) }]),
    { who: t("An Android phone"), ...sentenceFor(android) },
    ...(same(android, androidInApp)
      ? []
      : [{ who: t("Inside Instagram and the like, an Android phone"), ...sentenceFor(androidInApp) }]),
    { who: t("A desktop"), ...sentenceFor(desktop) },
  ];
}

export function endedSentencesOf({ ended: { iphone, android, desktop } }: DestinationPreview): Sentence[] {
  const sent = (who: string, destination: Destination): Sentence =>
    destination.kind === "nowhere"
      ? { who, does: t("sees a page saying the link has ended"), url: null, isLost: false }
      : { who, ...sentenceFor(destination) };
  if (same(iphone, android) && same(android, desktop)) return [sent(t("Everyone"), iphone)];
  return [sent(t("An iPhone"), iphone), sent(t("An Android phone"), android), sent(t("A desktop"), desktop)];
}
