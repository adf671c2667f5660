import { env } from "@/lib/base/env";

/** Without both nobody is ever written to. */
export const isMailSet = (): boolean => env.SMTP_URL !== undefined && env.MAIL_FROM !== undefined;
