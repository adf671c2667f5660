/** The receivers of audiences, one entry each, in the order of the dashboard. */
import { googleContacts, googleMobile } from "@/lib/outbound/audiences/kinds/google";
import type { AudienceKind } from "@/lib/outbound/audiences/kinds/kind";
import { metaAudience } from "@/lib/outbound/audiences/kinds/meta";
import { csvAudience, webhookAudience } from "@/lib/outbound/audiences/kinds/own";
import { tiktokAudience } from "@/lib/outbound/audiences/kinds/tiktok";

export const audienceKinds: readonly AudienceKind[] = [
  metaAudience,
  googleContacts,
  googleMobile,
  tiktokAudience,
  webhookAudience,
  csvAudience,
];

export const audienceKindOf = (code: string): AudienceKind | null =>
  audienceKinds.find((kind) => kind.code === code) ?? null;
