import { t } from "@/lib/base/languages/texts";
import { platformNames } from "@/lib/base/text/platform-names";
import type { Watch } from "@/lib/facts/debug/schema";

/** The device's model if known, otherwise the ID it is recognized by. */
export function watchName({ device_model: model, platform, install_id: install, ...watch }: Watch): string {
  if (watch.link !== null) return t("Waiting for a scan");
  const device = model ?? (install ? platformNames[platform ?? ""] : undefined);
  return device ?? watch.install_instance_id ?? t("Unknown device");
}
