import type { DestinationPreview } from "@/lib/traffic/preview";

type Destination = DestinationPreview["iphone"];

export type Sentence = { who: string; does: string; url: string | null; isLost: boolean };

const names = {
  rule: "the rule's destination",
  redirect: "its own URL",
  app_store: "the App Store",
  play_store: "Google Play",
  website: "the website",
  project_website: "the project's website",
  deeplink: "the deeplink",
  ended: "the URL for ended links",
} as const;

function sentenceFor(destination: Destination): Omit<Sentence, "who"> {
  if (destination.kind === "nowhere")
    return { does: "has no destination and sees a page saying so", url: null, isLost: true };
  if (destination.kind === "redirect")
    return { does: `goes to ${names[destination.via]}`, url: destination.url, isLost: false };
  if (destination.kind === "get_app")
    return { does: "sees a page with a QR code and the stores", url: null, isLost: false };
  const { app, otherwise } = destination;
  if (app === null) {
    const there = otherwise ? `that leads to ${names[otherwise.via]}` : "that has no destination";
    return { does: `gets a page with a button ${there}`, url: otherwise?.url ?? null, isLost: !otherwise };
  }
  const without = otherwise
    ? `goes to ${names[otherwise.via]} if not installed`
    : "stays on the page if not installed";
  return { does: `opens the app, and ${without}`, url: otherwise?.url ?? app, isLost: false };
}

const same = (a: Destination, b: Destination) => JSON.stringify(a) === JSON.stringify(b);

/** A sentence for each kind of device, and for in-app browsers if they differ. */
export function destinationSentencesOf(preview: DestinationPreview): Sentence[] {
  const { iphone, iphone_in_app: iphoneInApp, android, android_in_app: androidInApp, desktop } = preview;
  return [
    { who: "An iPhone", ...sentenceFor(iphone) },
    ...(same(iphone, iphoneInApp)
      ? []
      : [{ who: "Inside Instagram and the like, an iPhone", ...sentenceFor(iphoneInApp) }]),
    { who: "An Android phone", ...sentenceFor(android) },
    ...(same(android, androidInApp)
      ? []
      : [{ who: "Inside Instagram and the like, an Android phone", ...sentenceFor(androidInApp) }]),
    { who: "A desktop", ...sentenceFor(desktop) },
  ];
}

export function endedSentencesOf({ ended: { iphone, android, desktop } }: DestinationPreview): Sentence[] {
  const sent = (who: string, destination: Destination): Sentence =>
    destination.kind === "nowhere"
      ? { who, does: "sees a page saying the link has ended", url: null, isLost: false }
      : { who, ...sentenceFor(destination) };
  if (same(iphone, android) && same(android, desktop)) return [sent("Everyone", iphone)];
  return [sent("An iPhone", iphone), sent("An Android phone", android), sent("A desktop", desktop)];
}
