/** An install as input of a decision: its row, and its own evidence. */

import type { AppleAnswer, TokenState } from "@/lib/attribution/apple/answer";
import type { ReadLink } from "@/lib/attribution/deep-links/read-link";
import type { GoogleClaim } from "@/lib/attribution/evidence/google-claim";
import type { MetaReferrer } from "@/lib/attribution/evidence/meta-referrer";
import type { Referrer } from "@/lib/attribution/evidence/referrer";
import type { DecidedAdColumns, TouchInstall } from "@/lib/attribution/touches/touches";
import type { WithholdingReason } from "@/lib/facts/consent/permissions";
import type { ConsentSignals } from "@/lib/facts/consent/signals";

/** An earlier install of the device, with its decision in force. */
export type EarlierInstall = DecidedAdColumns & {
  id: string;
  state: string;
  is_test: boolean;
  campaign_id: number | null;
  campaign_deleted: boolean;
  network: string | null;
};

export type PendingInstall = {
  id: string;
  install_instance_id: string;
  platform: string;
  installed_at: Date;
  /** The app's version at the first call, as sent if that is known. */
  app_version: string | null;
  /** The entry of the block list that contained its address when it arrived. */
  block_entry_id: number | null;
  os_version: string | null;
  device_model: string | null;
  language: string | null;
  country: string | null;
  /** The list of anonymous addresses that contains its address. */
  address_list: string | null;
  address_key: string | null;
  link: string | null;
  is_test: boolean;
  device_data: Record<string, unknown>;
  /** The user's consent; null: only the device data show it. */
  consent: ConsentSignals | null;
  decision_version: number;
  /** All IDs that its device sent. */
  device_ids: string[];
  /** The time of an earlier install with a device ID of this one. */
  seen_before: Date | null;
  /** The earlier installs of the device, the latest first. */
  earlier: EarlierInstall[];
};

/** An install's own evidence, read but not judged. */
export type Evidence = {
  facts: TouchInstall;
  referrer: Referrer;
  /** The user allows Cairn to store advertising IDs. */
  allowsIds: boolean;
  /** Why no click was looked up by advertising ID; null if that is allowed. */
  withheldId: WithholdingReason | null;
  /** When the referrer's link was followed according to Play, else the time of the install. */
  referrerAt: Date;
  link: ReadLink | null;
  /** True if the link has no host, or a host of the project. For other hosts, `opensDeeplinkOf` decides. */
  linkIsOurs: boolean;
  clickIds: { id: string; source: "play_referrer" | "link" }[];
  /** Google's IDs in the referrer; the click has one of them too. */
  googleIds: string[];
  meta: { reported: MetaReferrer; at: Date; view: boolean } | null;
  /** Why Meta's referrer could not be read; null if there is none. */
  metaUnread: TouchInstall["metaUnread"];
  token: TokenState | null;
  apple: AppleAnswer | null;
  /** Google's own claim, in its answer to the first event. */
  google: GoogleClaim | null;
};

/** Installs with IDs from `since` to before `until`, as UUIDs that begin with a time. */
export type InstallSpan = { since: string; until: string };
