/** An install as it is decided: its row, and what it brings along. */

import type { AppleAnswer, TokenState } from "@/lib/attribution/apple/answer";
import type { ReadLink } from "@/lib/attribution/deep-links/read-link";
import type { MetaReferrer } from "@/lib/attribution/evidence/meta-referrer";
import type { Referrer } from "@/lib/attribution/evidence/referrer";
import type { DecidedAdColumns, TouchInstall } from "@/lib/attribution/touches/touches";
import type { Withheld } from "@/lib/facts/consent/permissions";
import type { ConsentSignals } from "@/lib/facts/consent/signals";

/** An earlier install of the device, as its decision in force has it. */
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
  os_version: string | null;
  device_model: string | null;
  language: string | null;
  country: string | null;
  /** The list of anonymous addresses that its address was on. */
  address_list: string | null;
  address_key: string | null;
  link: string | null;
  is_test: boolean;
  device_data: Record<string, unknown>;
  /** What its user allows; null: only its device data tell. */
  consent: ConsentSignals | null;
  decision_version: number;
  /** The ids of its device, every one that was sent. */
  device_ids: string[];
  /** A device of this install was seen before, on another install. */
  seen_before: Date | null;
  /** Those other installs, the latest first. */
  earlier: EarlierInstall[];
};

/** Evidence that an install brings along itself, read but not judged. */
export type Evidence = {
  facts: TouchInstall;
  referrer: Referrer;
  /** Its user allows advertising ids to be stored. */
  allowsIds: boolean;
  /** Why no click was looked up by its advertising id; null where that is allowed. */
  withheldId: Withheld | null;
  /** The time at which the referrer's link was followed as Play says, else that of the install. */
  referrerAt: Date;
  link: ReadLink | null;
  /** By its host. One on another host is, too, where the campaign that it names leads there. */
  linkIsOurs: boolean;
  clickIds: { id: string; source: "play_referrer" | "link" }[];
  /** Ids of Google's in the referrer; the click that brought them has one of them too. */
  googleIds: string[];
  meta: { reported: MetaReferrer; at: Date; view: boolean } | null;
  /** Meta's referrer came, and why it could not be read. */
  metaUnread: TouchInstall["metaUnread"];
  token: TokenState | null;
  apple: AppleAnswer | null;
};

/** Installs from one ID to before another, as UUIDs that begin with a time. */
export type InstallSpan = { since: string; until: string };
