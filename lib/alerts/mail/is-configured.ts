import { env } from "@/lib/base/env";

/** Without both settings, Cairn sends no email. */
export const isMailConfigured = (): boolean => env.SMTP_URL !== undefined && env.MAIL_FROM !== undefined;
