/** Decides which deliveries an outbox row starts. Pure. */
import type { ProjectId } from "@/lib/base/ids";
import type { OutboxKind } from "@/lib/ledger/outbox/kinds";
import type { OutboxRow } from "@/lib/ledger/outbox/queries";
import { type PaymentType, revenueSign } from "@/lib/ledger/payment-types";
import { destinationKindOf } from "@/lib/outbound/kinds/kinds";
import { eventUidOf } from "@/lib/outbound/mapping/event-id";
import { type FactKind, isOutcome, type FactEvent as MappedFact } from "@/lib/outbound/mapping/fact";
import type { OutboundRule } from "@/lib/outbound/mapping/rule";

/** A late click or network response can change a probabilistic match or an organic install. */
const unsure = new Set(["probabilistic", "organic"]);
const unsureMs = 60_000;

/** The time until an install's decision is unlikely to change, and is sent. */
const settleMs = (method: string): number => (unsure.has(method) ? unsureMs : 0);

/** The sum of an hour is sent once, so it waits for the last impressions that phones report late. */
const lateImpressionsMs = 10 * 60_000;

/** The time until an hour's sum is complete; single impressions do not wait. */
function sumMs({ payload, created_at }: OutboxRow): number {
  if (typeof payload.until !== "string") return 0;
  return Math.max(0, new Date(payload.until).getTime() - created_at.getTime()) + lateImpressionsMs;
}

export type NewDelivery = {
  destination_id: number;
  event_uid: string;
  fact: FactKind;
  fact_id: string;
  fact_at: Date;
  user_id: string | null;
  install_instance_id: string | null;
  next_at: Date;
  /** The payload, if it was stored with the event. */
  payload: string | null;
};

/** A decision that may require corrections of events sent under an earlier decision. */
export type MovedInstall = { install: string; instance: string; version: number; settled_at: Date };

export type Receiving = { id: number; rules: readonly OutboundRule[] };

/** The kinds of events that a project's destinations need. */
const outboxKinds: Record<MappedFact, OutboxKind[]> = {
  install: ["install.decided"],
  organic: ["install.decided"],
  rejected: ["install.decided"],
  reattributed: ["install.decided"],
  reengagement: ["open"],
  signup: ["signup"],
  event: ["event"],
  payment: ["payment"],
  refund: ["payment", "payment.removed"],
  ad_revenue: ["ad_revenue"],
  uninstall: ["uninstall"],
  alert: ["alert"],
  alert_resolved: ["alert.resolved"],
  report: ["report"],
  pull_failed: ["spend.pull_failed"],
  apple_postback: ["skan.postback"],
};

const always = ["install.decided", "report"] as const;

/**
 * Includes decisions if events are sent, because a sent event can move to another campaign. Includes reports, because
 * each names its destination.
 */
export const kindsToEnqueue = (destinations: readonly Pick<Receiving, "rules">[]): OutboxKind[] => [
  ...new Set<OutboxKind>([
    ...always,
    ...destinations.flatMap(({ rules }) => rules.flatMap(({ on }) => outboxKinds[on])),
  ]),
];

export type Happening = {
  uid: string;
  fact: FactKind;
  name: string | null;
  at: Date;
  factId: string;
  waitMs: number;
};

export function newDeliveriesOf(
  projectId: ProjectId,
  row: OutboxRow,
  destinations: readonly Receiving[],
): NewDelivery[] {
  return happeningsIn(projectId, row).flatMap(({ uid, fact, name, at, factId, waitMs }) =>
    destinations
      .filter(({ id, rules }) =>
        fact === "report" ? id === row.payload.destination : rules.some((rule) => isAbout(rule, fact, name)),
      )
      .map(({ id }) => ({
        destination_id: id,
        event_uid: uid,
        fact,
        fact_id: factId,
        fact_at: at,
        user_id: row.user_id,
        install_instance_id: row.install_instance_id,
        next_at: new Date(row.created_at.getTime() + waitMs),
        payload: fact === "report" ? String(row.payload.message) : null,
      })),
  );
}

const isAbout = (rule: OutboundRule, fact: FactKind, name: string | null) =>
  fact === "install" ? isOutcome(rule.on) : rule.on === fact && (rule.name === null || rule.name === name);

/** The facts that a row reports, each with the time until it is settled. */
export function happeningsIn(projectId: ProjectId, row: OutboxRow): Happening[] {
  const { kind, subject, payload, created_at } = row;
  const at = typeof payload.at === "string" ? new Date(payload.at) : created_at;
  const payment_id = typeof payload.payment_id === "string" ? payload.payment_id : null;
  const one = (fact: FactKind, name: string | null = null, waitMs = 0) => [
    {
      uid: eventUidOf(projectId, fact, { fact_id: subject, fact_at: at, payment_id }),
      fact,
      name,
      at,
      factId: subject,
      waitMs,
    },
  ];
  switch (kind) {
    case "install.decided": {
      const waitMs = settleMs(String(payload.method));
      const version = Number(payload.version);
      if (!(version >= 1)) return [];
      if (version === 1) return one("install", null, waitMs);
      // Each decision of an install is a separate event.
      return one("reattributed", null, waitMs).map((each) => ({ ...each, uid: `${each.uid}:${version}` }));
    }
    case "open":
      return payload.reengaged === true ? one("reengagement") : [];
    case "uninstall":
      return one("uninstall");
    case "signup":
      return one("signup");
    case "event":
      return one("event", String(payload.name));
    case "payment":
      return outboundPaymentKinds(payload).flatMap((fact) => one(fact, String(payload.type)));
    case "payment.removed":
      // Payments without revenue have no refund.
      return outboundPaymentKinds(payload).includes("payment") ? one("refund", String(payload.type)) : [];
    case "ad_revenue":
      return one("ad_revenue", null, sumMs(row));
    case "alert":
      return one("alert");
    case "alert.resolved":
      return one("alert_resolved");
    case "report":
      return one("report");
    case "spend.pull_failed":
      // A repeated failure of an account is a separate event.
      return one("pull_failed").map((each) => ({ ...each, uid: `${each.uid}:${at.getTime()}` }));
    case "skan.postback":
      return one("apple_postback");
    default:
      return [];
  }
}

/** Only completed payments with an amount. */
export function outboundPaymentKinds({
  type,
  status,
}: {
  type?: unknown;
  status?: unknown;
}): ("payment" | "refund")[] {
  if (status !== "PAYMENT_COMPLETED") return [];
  const sign = revenueSign(type as PaymentType);
  return sign === 0 ? [] : [sign > 0 ? "payment" : "refund"];
}

export function movedIn({
  kind,
  subject,
  install_instance_id,
  payload,
  created_at,
}: OutboxRow): MovedInstall[] {
  const version = Number(payload.version);
  if (kind !== "install.decided" || install_instance_id === null || !(version > 1)) return [];
  const settled_at = new Date(created_at.getTime() + settleMs(String(payload.method)));
  return [{ install: subject, instance: install_instance_id, version, settled_at }];
}

/** Destinations that accept corrections when a sent event is attributed elsewhere. */
export function destinationsWithCorrections(
  destinations: readonly (Receiving & { kind: string; settings: unknown })[],
): number[] {
  return destinations
    .filter(
      ({ kind, settings, rules }) => destinationKindOf(kind)?.corrections?.applies(settings, rules) === true,
    )
    .map(({ id }) => id);
}
