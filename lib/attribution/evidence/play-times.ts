/** The times of an install and of its click, by the server clock of Google Play. Pure. */
import { deviceText } from "@/lib/facts/app-calls/device";

/** Play's server clock has the time at which the install began; else Cairn uses the arrival of the first call. */
export function installTime(device: Record<string, unknown>, received: Date): Date {
  const seconds = Number(
    deviceText(
      device,
      "installBeginTimestampServerSeconds",
      "install_begin_timestamp_server_seconds",
      "install_ref_installBeginTimestampServerSeconds",
    ) ?? 0,
  );
  // Whole seconds: the click may be in the same second. A time after the first call is not valid.
  const at = seconds * 1_000 + 999;
  return seconds > 1_000_000_000 && at < received.getTime() ? new Date(at) : received;
}

export function referrerTime(device: Record<string, unknown>, installed: Date): Date {
  const seconds = Number(
    deviceText(
      device,
      "referrerClickTimestampServerSeconds",
      "referrer_click_timestamp_server_seconds",
      "install_ref_referrerClickTimestampServerSeconds",
    ) ?? 0,
  );
  const at = seconds * 1_000;
  return seconds > 1_000_000_000 && at < installed.getTime() ? new Date(at) : installed;
}
