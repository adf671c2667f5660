import type { DeviceId, Platform } from "@/lib/facts/app-calls/device";
import type { ConsentSignals } from "@/lib/facts/consent/signals";
import type { LoadedAlert } from "@/lib/outbound/hydrate/alert";
import type { FactKind } from "@/lib/outbound/mapping/fact";

/** Times are text because they are inside of JSON. */
export type LoadedDecision = {
  version: number;
  decided_at: string;
  rules: string;
  attribution_type: string;
  method: string;
  reason: string;
  confidence: number;
  touch: string | null;
  network: string | null;
  campaign_id: number | null;
  campaign_name: string | null;
  display_id: string | null;
  affiliate: string | null;
  ad_set_id: string | null;
  ad_set_name: string | null;
  creative_id: string | null;
  creative_name: string | null;
  keyword_id: string | null;
  keyword_name: string | null;
  flags: string[] | null;
};

export type LoadedRow = {
  id: string;
  event_uid: string;
  fact: FactKind;
  fact_id: string;
  fact_at: Date;
  state: string;
  tries: number;
  begun_at: Date;
  /** For a correction: the decision that it follows. */
  decision_version: number | null;
  /** The original of a correction: a sent delivery, with its later corrections. */
  original: {
    uid: string;
    fact: FactKind;
    state: string;
    sent_as: string | null;
    /** The decision of the original delivery, and of the last correction, if there was one. */
    version: number | null;
    last_fact: "reversal" | "reinstatement" | null;
    last_version: number | null;
    /** The later of the two: the version that the destination has. */
    sent_version: number | null;
    is_pending: boolean;
    /** An earlier correction may have reached the destination already. */
    is_busy: boolean;
    is_refunded: boolean;
  } | null;
  is_erased: boolean;
  event: { name: string; data: Record<string, unknown>; amount_minor: number | null } | null;
  payment: {
    payment_id: string | null;
    type: string;
    status: string;
    /** The paid amount, in its own currency; a null currency means the project's. */
    amount_minor: number;
    currency: string | null;
    data: Record<string, unknown>;
    removed_at: string | null;
    /** In the project's currency. */
    counted_minor: number;
  } | null;
  /** Amounts are in millionths of a minor unit. */
  ad_revenue: {
    amount_millionths: number;
    currency: string;
    network: string | null;
    placement: string | null;
    ad_unit: string | null;
    ad_format: string | null;
    precision: string | null;
    impressions: number;
  } | null;
  /** The page or link that brought a user back, and the link's campaign. */
  open:
    | ({ url: string; data: Record<string, unknown> } & Pick<
        LoadedDecision,
        | "campaign_id"
        | "campaign_name"
        | "display_id"
        | "network"
        | "affiliate"
        | "ad_set_id"
        | "creative_id"
        | "keyword_id"
      >)
    | null;
  user: { user_id: string; name: string | null; email: string | null; phone: string | null } | null;
  install: {
    id: string;
    install_instance_id: string;
    kind: "INSTALL" | "REINSTALL";
    platform: Platform;
    installed_at: string;
    app_version: string | null;
    os_version: string | null;
    device_model: string | null;
    country: string | null;
    language: string | null;
    is_test: boolean;
    device_data: Record<string, unknown>;
    state: string;
    postbacks_withheld: boolean;
    erased_at: string | null;
    decision_version: number;
    uninstalled_at: string | null;
  } | null;
  devices: DeviceId[] | null;
  /** The install's IDs in other services, as the app sent them. */
  integrations: Record<string, unknown> | null;
  consent: ConsentSignals | null;
  decision: LoadedDecision | null;
  previous: LoadedDecision | null;
  /** For a correction: the decision of the sent conversion, and its click. */
  sent_decision: LoadedDecision | null;
  sent_click: LoadedRow["click"];
  /** Created by the report run, and sent unchanged. */
  report: Record<string, unknown> | null;
  /** The account's problem, if it still has one. */
  pull: {
    id: number;
    name: string;
    network: string;
    problem: string;
    next_at: string | null;
    url: string;
  } | null;
  alert: LoadedAlert | null;
  apple_postback: {
    framework: "skan" | "aak";
    postback_uid: string;
    sequence: number;
    conversion_type: string;
    did_win: boolean;
    app_id: string | null;
    network_id: string;
    source_identifier: string | null;
    campaign_id: number | null;
    campaign_name: string | null;
    display_id: string | null;
    fine: number | null;
    coarse: string | null;
    country: string | null;
    interaction: string | null;
    url: string;
  } | null;
  click: {
    id: string;
    clicked_at: string;
    params: Record<string, string>;
    country: string | null;
    /** Of a custom network. */
    click_parameter: string | null;
    publisher_parameter: string | null;
  } | null;
  /** Another destination with the same settings sent the same event. */
  is_duplicate: boolean;
  /** The refunded payment was sent to the same destination. */
  was_sent: boolean;
};
