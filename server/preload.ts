import { loadMailer } from "@/lib/alerts/mail/transport";
import { env } from "@/lib/base/env";
import { describeError, log } from "@/lib/base/log";
import { countryTableMadeAt } from "@/lib/traffic/ip-lists/country";

/**
 * Reads what a request or a task would otherwise read at its first use. A server that is busy may have no file
 * descriptor left then.
 */
export async function preload(): Promise<void> {
  await countryTableMadeAt();
  if (!env.SMTP_URL) return;
  // Nobody who follows a link needs mail; the task that sends it fails with the same sentence.
  await loadMailer().catch((error) => log().warn(describeError(error), "emails can't be sent"));
}
