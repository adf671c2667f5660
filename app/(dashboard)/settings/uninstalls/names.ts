import { t } from "@/lib/base/languages/texts";
import type { PushKind } from "@/lib/facts/uninstalls/push-kinds";

export const serviceNames: Record<PushKind, { title: string; of: string; about: string }> = {
  fcm: {
    title: t("Firebase Cloud Messaging"),
    of: t("Firebase"),
    about: t(
      "For Android, and for iOS apps that use Firebase for push. The phone doesn't receive a message.",
    ),
  },
  apns: {
    title: t("Apple Push Notification service"),
    of: t("Apple"),
    about: t("For iOS apps with Apple's own tokens. Sends a silent push, which isn't visible."),
  },
};
