import { apnsService, readApnsKey } from "@/lib/facts/uninstalls/apns";
import { fcmService, readServiceAccount } from "@/lib/facts/uninstalls/fcm";
import type { PushKind } from "@/lib/facts/uninstalls/push-kinds";
import type { CredentialProblems, PushService, ReadCredentials } from "@/lib/facts/uninstalls/push-service";

type Service = {
  label: string;
  /** Reads a member's input, by the names of the fields. */
  read(given: Record<string, string>): ReadCredentials | CredentialProblems;
  open(secret: Record<string, string>): PushService;
  /** A token that no device has: the response shows whether the credentials are accepted. */
  noToken: string;
};

export const pushServiceKinds: Record<PushKind, Service> = {
  fcm: {
    label: "Firebase",
    read: ({ service_account = "" }) => readServiceAccount(service_account),
    open: fcmService,
    noToken: "cairn-asks-whether-the-credentials-are-taken",
  },
  apns: {
    label: "Apple",
    read: readApnsKey,
    open: apnsService,
    noToken: "0".repeat(64),
  },
};
