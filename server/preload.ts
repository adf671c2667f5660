import { loadMailer } from "@/lib/alerts/mail/transport";
import { env } from "@/lib/base/env";
import { describeError, log } from "@/lib/base/log";
import { countryTableMadeAt } from "@/lib/traffic/ip-lists/country";

/**
 * Reads files that a request or a task would otherwise read at first use. A busy server may have no file descriptor
 * left by then.
 */
export async function preload(): Promise<void> {
  await countryTableMadeAt();
  if (!env.SMTP_URL) return;
  // Links work without mail, and the task that sends mail fails with the same message.
  await loadMailer().catch((error) => log().warn(describeError(error), "emails can't be sent"));
}
