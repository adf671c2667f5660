import { t } from "@/lib/base/languages/texts";
import { androidGuide } from "./android";
import type { ClientGuide } from "./client";
import { curlClient } from "./curl";
import { flutter } from "./flutter";
import { ios } from "./ios";
import { reactNative } from "./react-native";
import { typescriptClient, typescriptUse } from "./typescript";

export const clientNames = ["android", "ios", "reactnative", "flutter", "typescript", "curl"] as const;
export type ClientName = (typeof clientNames)[number];

const byHand = "The code below doesn't sign: add the headers where it sends its calls.";

export const clientGuides: Record<ClientName, ClientGuide> = {
  android: androidGuide,
  ios,
  reactnative: reactNative,
  flutter,
  typescript: {
    label: "Capacitor",
    note: t(
      "For Capacitor, Ionic and web views, in TypeScript, with Capacitor’s App and Preferences plugins. Pass your device data to connect: the Play install referrer makes attribution on Android exact.",
    ),
    begin: (target) => [{ title: "cairn.ts", code: typescriptClient(target) }],
    use: { title: "Usage", code: typescriptUse() },
    signing: byHand,
  },
  curl: {
    label: "curl",
    note: t("Simulate a test phone by hand: run the calls in order and watch the checklist turn green."),
    begin: (target) => [{ title: "Terminal", code: curlClient(target) }],
    signing: byHand,
  },
};
