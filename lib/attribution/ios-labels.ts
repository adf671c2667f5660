/** Labels of the setting for probabilistic matches on iOS, with Apple's rule that it is about. */
import type { IosMode } from "@/lib/attribution/windows";

export const iosModeNames: Record<IosMode, string> = {
  unless_denied: "Unless tracking was denied",
  authorized: "Only where tracking was allowed",
  own_links: "Only clicks on links of your own",
  off: "Never",
};

const hints: Record<IosMode, string> = {
  unless_denied: "Not where the user denied tracking (ATT) or refused consent",
  authorized: "Only where the app says that ATT was authorized",
  own_links: "No ad network’s clicks, and not where tracking was denied",
  off: "Installs on iOS are matched by ids alone",
};

export const iosModeLabels = (Object.keys(iosModeNames) as IosMode[]).map((value) => ({
  value,
  label: iosModeNames[value],
  hint: hints[value],
}));

export const applesRule =
  "Apple’s licence says that an app may not derive data from a device to identify it uniquely, whatever the user allowed. Whether a match by address is that, is for you to judge.";
