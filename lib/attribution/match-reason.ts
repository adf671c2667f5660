import type { SeenBy, TouchSource } from "@/lib/attribution/touches/touches";

/**
 * The reason of a match in one sentence, without technical terms. `ago` is empty if the time is unknown: " 3 hours before
 * the install". `onlyTags`: the Play referrer had no click ID.
 */
export function matchReason(
  { source, onlyTags, seenBy }: { source: TouchSource; onlyTags: boolean; seenBy: SeenBy | undefined },
  ago: string,
): string {
  const saw = `saw the campaign's ad${ago}`;
  const clicked = `clicked the campaign's ad${ago}`;
  const followed = `followed the campaign's link${ago}`;
  const uncertain = "It is probably the same user, but not certain";
  const bySight: Record<SeenBy, string> = {
    advertising_id: `The same device ${saw}.`,
    meta_referrer: `Meta confirmed that the user ${saw}.`,
    apple: `Apple confirmed that the user ${saw}.`,
    google_claim: `Google reported that the user ${saw}.`,
    click_id: `The user ${saw}, and the store or the link confirmed it.`,
    address: `A device on the same internet connection ${saw}. ${uncertain}.`,
  };
  if (seenBy !== undefined) return bySight[seenBy];
  const tagged = `The user ${followed}, and Google Play passed on the campaign's name.`;
  const bySource: Record<TouchSource, string> = {
    play_referrer: onlyTags ? tagged : `The user ${followed}, and Google Play confirmed it.`,
    link: `The user ${followed}, and the app opened with that link.`,
    meta_referrer: `Meta confirmed that the user ${clicked}.`,
    tags: tagged,
    gclid: `Google confirmed that the user ${clicked}.`,
    apple: `Apple confirmed that the user ${clicked}.`,
    google_claim: `Google reported that the user ${clicked}.`,
    advertising_id: `The same device ${followed}.`,
    probabilistic: `A matching device on the same internet connection ${followed}. ${uncertain}.`,
    view: `The user ${saw}, and no click led to the install.`,
  };
  return bySource[source] ?? `The recorded reason is “${source}”.`;
}
