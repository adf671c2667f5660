/** Postbacks to an affiliate: one address per kind of event, with macros. */
import { z } from "zod";
import { requiredLine } from "@/lib/base/fields";
import { spelledAsChannel } from "@/lib/campaigns/networks";
import {
  kindsWithPayout,
  needsSigningKey,
  type PostbackSecrets,
  postbackFields,
  postbackKinds,
  postbackRequest,
  postbackSecrets,
  postbackSettings,
  renderPostback,
  requireAddress,
} from "@/lib/outbound/kinds/postbacks/postback";
import type { FactDecision } from "@/lib/outbound/mapping/fact";
import { defineKind, type Rendering, verdictOfStatus } from "@/lib/outbound/mapping/kind";
import { suggestedRule } from "@/lib/outbound/mapping/payload";

const settings = z
  .object({ affiliate: requiredLine("Affiliate"), ...postbackSettings(false) })
  .superRefine(requireAddress);
type Settings = z.output<typeof settings>;

const isOfAffiliate = (decision: FactDecision | null, { affiliate }: Settings): boolean =>
  decision?.affiliate != null && spelledAsChannel(decision.affiliate) === spelledAsChannel(affiliate);

function render(rendering: Rendering<Settings>) {
  const { fact, settings } = rendering;
  // An affiliate never receives the conversions of another affiliate, whatever its rules are.
  if (!isOfAffiliate(fact.decision, settings))
    return {
      unfit: "not_attributed_here" as const,
      why: `It is not counted under a campaign of ${settings.affiliate}.`,
    };
  return renderPostback(rendering, settings, { method: settings.method, partner: settings.affiliate });
}

export const affiliate = defineKind<Settings, PostbackSecrets>({
  code: "affiliate",
  label: "Affiliate",
  group: "affiliate",
  about: "Sends an affiliate only the installs and events of its own links.",
  network: null,
  base: "",
  settings,
  secrets: postbackSecrets,
  fields: [
    {
      name: "affiliate",
      label: "Affiliate",
      hint: "Cairn sends only events attributed to the affiliate's campaigns.",
    },
    ...postbackFields,
  ],
  accepts: postbackKinds,
  suggested: [
    suggestedRule("install", "install", { value: { from: "none" }, only_own: true }),
    suggestedRule("signup", "signup", { value: { from: "none" }, only_own: true }),
    suggestedRule("payment", "purchase", { value: { from: "none" }, only_own: true }),
    suggestedRule("refund", "refund", { value: { from: "none" }, only_own: true }),
    suggestedRule("rejected", "rejected", { value: { from: "none" }, only_own: true }),
  ],
  knownEvents: [],
  corrections: {
    keepsId: false,
    applies: ({ reversal_url: address }) => address !== null && address !== undefined,
    describe: (applies) =>
      applies
        ? "When the install is no longer attributed to the affiliate, Cairn calls the URL for reversals."
        : "Enter a URL for reversals in the destination's settings, or settle it with the affiliate using this delivery.",
  },
  owns: isOfAffiliate,
  dailyCap: ({ daily_cap: max }) => (max === null ? null : { most: max, counts: kindsWithPayout }),
  complaint: needsSigningKey,
  maxRows: 1,
  maxAgeDays: null,
  // Affiliates are paid by postbacks, so these are always sent. Personal data is left out if it is not allowed.
  needsUserData: false,
  needsPersonalization: false,
  needsTracking: false,
  needsNoOptOut: false,
  render,
  request: (rows, { secrets }) => postbackRequest(rows, secrets.signing_key),
  read: (answer) => verdictOfStatus(answer),
});
