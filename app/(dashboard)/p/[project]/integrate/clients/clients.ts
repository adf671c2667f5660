import type { ClientTarget } from "./client";
import { curlClient } from "./curl";
import { kotlinClient, kotlinUse } from "./kotlin";
import { swiftClient, swiftUse } from "./swift";
import { typescriptClient, typescriptUse } from "./typescript";

export const clientNames = ["kotlin", "swift", "typescript", "curl"] as const;
export type ClientName = (typeof clientNames)[number];

type Client = {
  label: string;
  title: string;
  note: string;
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
  typescript: {
    label: "TypeScript",
    title: "cairn.ts",
    note: "For React Native, Expo, Capacitor and web views. Needs only fetch and local storage.",
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
