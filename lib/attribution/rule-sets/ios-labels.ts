/** Labels of the setting for probabilistic matches on iOS, with the related rule of Apple. */
import type { IosMode } from "@/lib/attribution/rule-sets/settings";

export const iosModeNames: Record<IosMode, string> = {
  unless_denied: "Unless tracking was denied",
  authorized: "Only if tracking is allowed",
  own_links: "Only clicks on your own links (default)",
  off: "Never",
};

const hints: Record<IosMode, string> = {
  unless_denied: "Off for users who denied tracking (ATT) or refused consent",
  authorized: "Only when the app reports that ATT was authorized",
  own_links:
    "For links in your emails, QR codes, website and referrals; off for clicks of ad networks and affiliates, and for users who denied tracking",
  off: "iOS installs are matched by ID only",
};

export const iosModeLabels = (Object.keys(iosModeNames) as IosMode[]).map((value) => ({
  value,
  label: iosModeNames[value],
  hint: hints[value],
}));

export const fingerprintingNote =
  "Apple's terms don't allow apps to derive device data to identify a device uniquely, with or without permission. Whether IP matching does is for you to judge.";
