import { env } from "@/lib/base/env";

/** Without both settings, Cairn sends no email. */
export const isMailSet = (): boolean => env.SMTP_URL !== undefined && env.MAIL_FROM !== undefined;
