import type { PushKind } from "@/lib/facts/uninstalls/push-kinds";

export const serviceNames: Record<PushKind, { title: string; of: string; about: string }> = {
  fcm: {
    title: "Firebase Cloud Messaging",
    of: "Firebase",
    about: "For Android, and for iOS apps whose push goes through Firebase. Nothing is sent to the phone.",
  },
  apns: {
    title: "Apple Push Notification service",
    of: "Apple",
    about: "For iOS apps with Apple's own tokens. A silent push that shows nothing.",
  },
};
