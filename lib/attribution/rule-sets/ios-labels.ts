/** Labels of the setting for probabilistic matches on iOS, with the related rule of Apple. */
import type { IosMode } from "@/lib/attribution/rule-sets/settings";
import { t } from "@/lib/base/languages/texts";

export const iosModeNames: Record<IosMode, string> = {
  unless_denied: t("Unless tracking was denied"),
  authorized: t("Only if tracking is allowed"),
  own_links: t("Only clicks on your own links (default)"),
  off: t("Never"),
};

const hints: Record<IosMode, string> = {
  unless_denied: t("Off for users who denied tracking (ATT) or refused consent"),
  authorized: t("Only when the app reports that ATT was authorized"),
  own_links: t(
    "For links in your emails, QR codes, website and referrals; off for clicks of ad networks and affiliates, and for users who denied tracking",
  ),
  off: t("iOS installs are matched by ID only"),
};

export const iosModeLabels = (Object.keys(iosModeNames) as IosMode[]).map((value) => ({
  value,
  label: iosModeNames[value],
  hint: hints[value],
}));

export const fingerprintingNote = t(
  "Apple's terms don't allow apps to derive device data to identify a device uniquely, with or without permission. Whether IP matching does is for you to judge.",
);
