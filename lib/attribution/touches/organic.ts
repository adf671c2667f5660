/** Explains why an install is organic. Pure, and for the browser too. */
import type { TouchInstall } from "@/lib/attribution/touches/touches";
import { t } from "@/lib/base/languages/texts";

/** `text` ends the sentence "This install is organic:"; null if the candidates explain more than the reason. */
type Why = { label: string; confidence: number; text: string | null };

export const noTouchReason = t("no click or view led to it");

export const organicReasons = {
  ambiguous: { label: t("Ambiguous"), confidence: 40, text: null },
  meta_no_key: {
    label: t("No key for Meta referrer"),
    confidence: 20,
    text: "its Meta referrer is encrypted and no key is set: see Attribution → Meta referrer",
  },
  meta_wrong_key: {
    label: t("Wrong key for Meta referrer"),
    confidence: 20,
    text: t("its Meta referrer is encrypted and the key in Attribution → Meta referrer can't decrypt it"),
  },
  below_floor: { label: t("Score too low"), confidence: 60, text: null },
  fraud: { label: t("Rejected as fraud"), confidence: 80, text: null },
  no_candidate_left: { label: t("No candidate left"), confidence: 80, text: null },
  unknown_click: {
    label: t("Unknown click"),
    confidence: 50,
    text: t("its click ID doesn't match any click"),
  },
  play_organic: {
    label: t("Store search (organic)"),
    confidence: 95,
    text: t("Google Play reports that it was found in the store, without a link"),
  },
  play_untagged: {
    label: t("Link without tags"),
    confidence: 80,
    text: t("Google Play reports a link, but the link had no tags"),
  },
  meta_untold: {
    label: t("Meta, unknown campaign"),
    confidence: 50,
    text: t("its referrer has a Meta app but no campaign"),
  },
  untracked_link: {
    label: t("Unknown link tags"),
    confidence: 80,
    text: t("its referrer has link tags, but they don't match a campaign"),
  },
  unknown_link: {
    label: t("Unknown link"),
    confidence: 60,
    text: t("the link that opened it doesn't match a campaign"),
  },
  apple_refused: {
    label: t("Token rejected by Apple"),
    confidence: 70,
    text: t("Apple rejected its ad token, and {noTouchReason}", { noTouchReason }),
  },
  apple_silent: {
    label: t("No response from Apple"),
    confidence: 60,
    text: t("Apple didn't respond to the request with its ad token, and {noTouchReason}", { noTouchReason }),
  },
  apple_no_ad: {
    label: t("Not from Apple Ads"),
    confidence: 90,
    text: t("Apple reports that it didn't come from Apple Ads, and {noTouchReason}", { noTouchReason }),
  },
  no_click_seen: { label: t("No click found"), confidence: 85, text: noTouchReason },
} as const satisfies Record<string, Why>;

export type OrganicReason = keyof typeof organicReasons;
export const isOrganicReason = (reason: string): reason is OrganicReason =>
  Object.hasOwn(organicReasons, reason);

/** The organic reason of an install without any candidate, by its evidence. */
export function organicReasonWithoutCandidates({
  referrerKind,
  namesClick,
  namesLink,
  appleToken,
}: TouchInstall): OrganicReason {
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
