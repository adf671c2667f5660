import type { ClientTarget } from "./client";
import { curlClient } from "./curl";
import { kotlinClient, kotlinUse } from "./kotlin";
import { reactNativeInstall, reactNativeStart, reactNativeUse } from "./react-native";
import { swiftClient, swiftUse } from "./swift";
import { typescriptClient, typescriptUse } from "./typescript";

export const clientNames = ["kotlin", "swift", "reactnative", "typescript", "curl"] as const;
export type ClientName = (typeof clientNames)[number];

type Client = {
  label: string;
  title: string;
  note: string;
  /** Where it is a package: the commands that bring it into an app. */
  install?: (target: ClientTarget) => string;
  client: (target: ClientTarget) => string;
  use?: () => string;
};

export const clients: Record<ClientName, Client> = {
  kotlin: {
    label: "Kotlin",
    title: "Cairn.kt",
    note: "For Android. Sends Google Play’s install referrer, which names the click that led to the install.",
    client: kotlinClient,
    use: kotlinUse,
  },
  swift: {
    label: "Swift",
    title: "Cairn.swift",
    note: "For iOS. Sends Apple’s ad attribution token; the server asks Apple what it stands for.",
    client: swiftClient,
    use: swiftUse,
  },
  reactnative: {
    label: "React Native",
    title: "App.tsx",
    note: "A package for React Native and Expo, with its own native modules. Keep the file in your repository: upgrading the server doesn’t change it.",
    install: reactNativeInstall,
    client: reactNativeStart,
    use: reactNativeUse,
  },
  typescript: {
    label: "TypeScript",
    title: "cairn.ts",
    note: "For Capacitor and web views. Needs only fetch and local storage.",
    client: typescriptClient,
    use: typescriptUse,
  },
  curl: {
    label: "curl",
    title: "Terminal",
    note: "Simulate a test phone by hand: run the calls in order and watch the checklist turn green.",
    client: curlClient,
  },
};
