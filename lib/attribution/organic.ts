/** Says why an install is organic. Pure, and for the browser too. */
import type { InstallFacts } from "@/lib/attribution/touches";

/** `says` ends the sentence "This install is organic:"; null where the candidates say more than the reason. */
type Why = { label: string; confidence: number; says: string | null };

const nothingSeen = "no click or view was seen that could have led to it";

export const organicReasons = {
  ambiguous: { label: "Ambiguous", confidence: 40, says: null },
  meta_no_key: {
    label: "No key for Meta’s referrer",
    confidence: 20,
    says: "Meta’s encrypted referrer came with it, and there is no key to read it: see Settings → Networks",
  },
  meta_wrong_key: {
    label: "Wrong key for Meta’s referrer",
    confidence: 20,
    says: "Meta’s encrypted referrer came with it, and the key in Settings → Networks does not open it",
  },
  below_floor: { label: "Too unlike", confidence: 60, says: null },
  fraud: { label: "Lost to fraud", confidence: 80, says: null },
  no_candidate_left: { label: "No candidate left", confidence: 80, says: null },
  unknown_click: {
    label: "Unknown click",
    confidence: 50,
    says: "it brought the id of a click that is not known here",
  },
  play_organic: {
    label: "Found in the store",
    confidence: 95,
    says: "Google Play says that it was found in the store, without a link",
  },
  play_untagged: {
    label: "Link without tags",
    confidence: 80,
    says: "Google Play says that a link led to it, but the link had no tags",
  },
  meta_untold: {
    label: "Meta, campaign not told",
    confidence: 50,
    says: "its referrer names an app of Meta's, but no campaign",
  },
  untracked_link: {
    label: "Link of nobody here",
    confidence: 80,
    says: "its referrer has the tags of a link, but they name no campaign that is known here",
  },
  unknown_link: {
    label: "Unknown link",
    confidence: 60,
    says: "the link that opened it names no campaign that is here",
  },
  apple_refused: {
    label: "Apple refused the token",
    confidence: 70,
    says: `Apple did not accept its ad token, and ${nothingSeen}`,
  },
  apple_silent: {
    label: "Apple did not answer",
    confidence: 60,
    says: `Apple had not answered about its ad token, and ${nothingSeen}`,
  },
  apple_no_ad: {
    label: "No ad of Apple's",
    confidence: 90,
    says: `Apple says that no ad of its led to it, and ${nothingSeen}`,
  },
  no_click_seen: { label: "No click seen", confidence: 85, says: nothingSeen },
} as const satisfies Record<string, Why>;

export type OrganicReason = keyof typeof organicReasons;
export const isOrganicReason = (reason: string): reason is OrganicReason =>
  Object.hasOwn(organicReasons, reason);

/** Sentences for installs without any candidate, by the evidence that they brought. */
export function unledReason({
  referrerKind,
  namesClick,
  namesLink,
  appleToken,
}: InstallFacts): OrganicReason {
  if (namesClick) return "unknown_click";
  if (referrerKind === "play_organic") return "play_organic";
  if (referrerKind === "play_untagged") return "play_untagged";
  if (referrerKind === "meta_undecryptable") return "meta_untold";
  if (referrerKind === "utm") return "untracked_link";
  if (namesLink) return "unknown_link";
  switch (appleToken) {
    case "REFUSED":
      return "apple_refused";
    case "WAITING":
    case "EXPIRED":
      return "apple_silent";
    case "ANSWERED":
      return "apple_no_ad";
    case null:
      return "no_click_seen";
  }
}
