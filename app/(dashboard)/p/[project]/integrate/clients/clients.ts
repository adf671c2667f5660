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
    note: "For Android. Google Play’s referrer is sent along: it names the click that led to the install.",
    client: kotlinClient,
    use: kotlinUse,
  },
  swift: {
    label: "Swift",
    title: "Cairn.swift",
    note: "For iOS. The token of Apple’s ad service is sent along; the server asks Apple what it stands for.",
    client: swiftClient,
    use: swiftUse,
  },
  typescript: {
    label: "TypeScript",
    title: "cairn.ts",
    note: "For React Native, Expo, Capacitor and web views. It needs nothing but fetch and a place to keep things.",
    client: typescriptClient,
    use: typescriptUse,
  },
  curl: {
    label: "curl",
    title: "In a terminal",
    note: "One life of a test phone, by hand: each call once, in this order, and the list beside this turns green.",
    client: curlClient,
  },
};
