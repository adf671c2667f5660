/** The kinds of destinations, one entry each, in the order of the dashboard. */

import { amazon } from "@/lib/outbound/kinds/amazon";
import { amplitude } from "@/lib/outbound/kinds/analytics/amplitude";
import { braze } from "@/lib/outbound/kinds/analytics/braze";
import { clevertap } from "@/lib/outbound/kinds/analytics/clevertap";
import { googleAnalytics } from "@/lib/outbound/kinds/analytics/google-analytics";
import { mixpanel } from "@/lib/outbound/kinds/analytics/mixpanel";
import { posthog } from "@/lib/outbound/kinds/analytics/posthog";
import { rudderstack } from "@/lib/outbound/kinds/analytics/rudderstack";
import { segment } from "@/lib/outbound/kinds/analytics/segment";
import { google } from "@/lib/outbound/kinds/google";
import { googleApp } from "@/lib/outbound/kinds/google-app";
import { http } from "@/lib/outbound/kinds/http";
import { linkedin } from "@/lib/outbound/kinds/linkedin";
import { meta } from "@/lib/outbound/kinds/meta";
import { microsoft } from "@/lib/outbound/kinds/microsoft";
import { pinterest } from "@/lib/outbound/kinds/pinterest";
import { affiliate } from "@/lib/outbound/kinds/postbacks/affiliate";
import { networkPostbacks } from "@/lib/outbound/kinds/postbacks/network-postback";
import { quora } from "@/lib/outbound/kinds/quora";
import { reddit } from "@/lib/outbound/kinds/reddit";
import { snap } from "@/lib/outbound/kinds/snap";
import { tiktok } from "@/lib/outbound/kinds/tiktok";
import { webhook } from "@/lib/outbound/kinds/webhook/webhook";
import { x } from "@/lib/outbound/kinds/x";
import { yandex } from "@/lib/outbound/kinds/yandex";
import type { DestinationKind } from "@/lib/outbound/mapping/kind";

export const destinationKinds: readonly DestinationKind[] = [
  meta,
  google,
  googleApp,
  tiktok,
  snap,
  reddit,
  linkedin,
  pinterest,
  microsoft,
  x,
  quora,
  amazon,
  yandex,
  ...networkPostbacks,
  googleAnalytics,
  amplitude,
  mixpanel,
  posthog,
  segment,
  rudderstack,
  braze,
  clevertap,
  affiliate,
  webhook,
  http,
];

const byCode = new Map(destinationKinds.map((kind) => [kind.code, kind]));

export const destinationKindOf = (code: string): DestinationKind | null => byCode.get(code) ?? null;

/** Integrations that people look for, and that a self-hosted server cannot offer. */
export const unavailableIntegrations: readonly { label: string; why: string }[] = [
  {
    label: "Apple Ads",
    why: "Apple doesn't accept conversions. Cairn counts Apple Ads installs by Apple's attribution token.",
  },
];
