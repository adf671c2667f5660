import type { RenderedEmail } from "@/lib/alerts/mail/email";
import { isOutOfFiles } from "@/lib/base/database-failure";
import { BadSetting, env } from "@/lib/base/env";

export type PostedEmail = RenderedEmail & {
  to: string;
  /** Constant for the same email across all attempts. */
  messageId: string;
  attachment: { name: string; content: string } | null;
  /** The page with the unsubscribe setting. */
  settingsUrl: string;
};

/** Hands an email to the server; throws the server's error. */
export type SendEmail = (email: PostedEmail) => Promise<void>;

/** Null if email is not configured; the package is then not loaded. */
export async function mailTransport(): Promise<{ send: SendEmail; close: () => void } | null> {
  const { SMTP_URL: url, MAIL_FROM: from } = env;
  if (url === undefined || from === undefined) return null;
  const { createTransport } = await loadMailer();
  const transport = createTransport(
    { url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 },
    { from },
  );
  return {
    close: () => transport.close(),
    async send({ to, subject, text, html, messageId, attachment, settingsUrl }) {
      await transport.sendMail({
        to,
        subject,
        text,
        html,
        messageId,
        list: { unsubscribe: { url: settingsUrl, comment: "Change your emails" } },
        // Prevents automatic replies such as out-of-office messages.
        headers: { "Auto-Submitted": "auto-generated" },
        attachments: attachment
          ? [
              {
                filename: attachment.name,
                content: attachment.content,
                contentType: "text/csv; charset=utf-8",
              },
            ]
          : [],
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    },
  };
}

let loaded: Promise<typeof import("nodemailer")> | null = null;

/**
 * Optional: Cairn builds and runs without it, but can't send emails. Loaded at the start
 * (server/preload.ts), because later there may be no file descriptor left to read it with.
 */
export function loadMailer() {
  loaded ??= import("nodemailer").catch((error) => {
    loaded = null;
    if (isOutOfFiles(error)) throw error;
    throw new BadSetting("SMTP_URL is set, but the package nodemailer is not installed. Run npm ci.");
  });
  return loaded;
}
