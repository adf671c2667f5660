import { platformNames } from "@/lib/base/platform-names";
import type { Watch } from "@/lib/facts/debug/schema";

/** Its model where that is known, else what it is waited for by. */
export function nameOf({ device_model: model, platform, install_id: install, ...watch }: Watch): string {
  if (watch.link !== null) return "Waiting for a scan";
  const device = model ?? (install ? platformNames[platform ?? ""] : undefined);
  return device ?? watch.install_instance_id ?? "Unknown device";
}

/** What is asked before a device is no longer watched. */
export const stopping = (watch: Watch) => ({
  ...(watch.link === null
    ? {
        title: `Stop watching “${nameOf(watch)}”?`,
        description: "The calls shown here are deleted. What they reported stays.",
      }
    : { title: "Stop waiting for a scan?", description: "Phones that scan the QR code won't be watched." }),
  action: "Stop watching",
  destructive: true,
});
