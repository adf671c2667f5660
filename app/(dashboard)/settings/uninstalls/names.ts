import type { PushKind } from "@/lib/facts/uninstalls/push-kinds";

export const serviceNames: Record<PushKind, { title: string; of: string; about: string }> = {
  fcm: {
    title: "Firebase Cloud Messaging",
    of: "Firebase",
    about: "For Android, and for iOS apps that use Firebase for push. The phone doesn't receive a message.",
  },
  apns: {
    title: "Apple Push Notification service",
    of: "Apple",
    about: "For iOS apps with Apple's own tokens. Sends a silent push, which isn't visible.",
  },
};
