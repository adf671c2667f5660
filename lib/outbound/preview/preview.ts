import type { Project } from "@/lib/accounts/access/project";
import { isUuid } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";
import { type PaymentType, revenueSign } from "@/lib/ledger/payment-types";
import { findDeliveriesOf, findNamedFact } from "@/lib/outbound/deliveries/queries";
import { deliveryReasonText } from "@/lib/outbound/deliveries/reason-text";
import type { DeliveryPreview } from "@/lib/outbound/deliveries/schema";
import { type DestinationRow, findDestinations } from "@/lib/outbound/destinations/queries";
import { outboundPaymentKinds } from "@/lib/outbound/enqueue/rules";
import { isUndecided, outboundFactOf } from "@/lib/outbound/hydrate/fact-of";
import { loadOne } from "@/lib/outbound/hydrate/queries";
import type { LoadedRow } from "@/lib/outbound/hydrate/row";
import { eventUidOf } from "@/lib/outbound/mapping/event-id";
import type { FactKind } from "@/lib/outbound/mapping/fact";
import { prepare } from "@/lib/outbound/mapping/prepare";
import { openDestination } from "@/lib/outbound/requests/decrypt";
import { correctDelivery } from "@/lib/outbound/send/correct";

const neverSent = "Only completed payments that count as revenue are sent.";

/**
 * Previews the deliveries of an event, or why there are none, without storing or sending them. `mayName`: the caller
 * may see the payload, which can identify the user.
 */
export async function previewFact(
  project: Project,
  { fact: factKind, id }: { fact: string; id: string },
  now: Date,
  mayName: boolean,
): Promise<{ previews: DeliveryPreview[] }> {
  const named = factKind === "signup" || isUuid(id) ? await findNamedFact(project.id, factKind, id) : null;
  if (!named) throw new Refusal("not_found", "Not found.");
  const isRefund = factKind === "payment" && revenueSign(named.name as PaymentType) < 0;
  const kind = isRefund ? "refund" : factKind;
  const uid = eventUidOf(project.id, kind as FactKind, named);
  const [rows, destinations, receiving] = await Promise.all([
    loadOne(project.id, { ...named, uid, fact: kind as FactKind }),
    findDestinations(project.id),
    findDeliveriesOf(project.id, uid),
  ]);
  const row = rows[0]!;
  const isNever = row.payment !== null && outboundPaymentKinds(row.payment).length === 0;
  const previews = destinations.map(async (destination) => {
    const delivery = receiving.find(({ destination_id }) => destination_id === destination.id) ?? null;
    const version = row.install?.decision_version ?? 0;
    const isOlder = delivery?.state === "sent" && (delivery.decision_version ?? version) < version;
    const about = isOlder && { ...named, uid, fact: kind as FactKind, corrects: delivery.id, version };
    const shown = previewForDestination(project, destination, row, { isNever, now });
    const correction = about ? await previewCorrection(project, destination, about, now) : null;
    return {
      ...(mayName ? shown : withheld(shown)),
      delivery: delivery && { id: delivery.id, state: delivery.state },
      correction: correction && (mayName ? correction : withheld(correction)),
    };
  });
  return { previews: await Promise.all(previews) };
}

const withheld = <T extends { payload?: unknown; withheld: boolean }>(shown: T): T => ({
  ...shown,
  payload: null,
  withheld: shown.payload !== null,
});

/** The correction of a sent event whose install was attributed again. */
async function previewCorrection(
  project: Project,
  destination: DestinationRow,
  about: Parameters<typeof loadOne>[1],
  now: Date,
): Promise<DeliveryPreview["correction"]> {
  const { kind, settings } = openDestination(project, destination);
  const { rules } = destination;
  if (kind.corrections?.applies(settings, rules) !== true) return null;
  const [row] = await loadOne(project.id, about);
  const corrected = row && correctDelivery(row, project, { kind, settings, rules }, now);
  if (!corrected) return null;
  if (corrected === "later")
    return { fact: "reversal", would: "wait", text: null, payload: null, withheld: false };
  const { direction, prepared } = corrected;
  return "rendered" in prepared
    ? { fact: direction, would: "send", text: null, payload: prepared.rendered.payload, withheld: false }
    : {
        fact: direction,
        would: "not",
        text: prepared.why ?? deliveryReasonText("skipped", prepared.skipped),
        payload: null,
        withheld: false,
      };
}

type PreviewOptions = { isNever: boolean; now: Date };

/** The delivery to a destination under the current settings, or why there is none. */
export function previewForDestination(
  project: Project,
  destination: DestinationRow,
  row: LoadedRow,
  { isNever, now }: PreviewOptions,
): Omit<DeliveryPreview, "delivery" | "correction"> {
  const opened = openDestination(project, destination);
  const fact = outboundFactOf(row, project);
  const { kind, settings, problem } = opened;
  const { id, name, mode, rules } = destination;
  const prepared = prepare({ kind, settings, rules, fact, isDuplicate: false, now });
  const isWaiting = isUndecided(row) && !isNever;
  const rendered = "rendered" in prepared && !isNever ? prepared.rendered : null;
  const refused = "rendered" in prepared || isNever || isWaiting ? null : prepared;
  return {
    destination: { id, name, kind: destination.kind, mode },
    would: isWaiting ? "wait" : rendered ? "send" : "not",
    reason: refused?.skipped ?? null,
    text: isNever
      ? neverSent
      : isWaiting
        ? deliveryReasonText("waiting", null)
        : refused
          ? (refused.why ?? deliveryReasonText("skipped", refused.skipped))
          : problem,
    sent_as: prepared.rule?.sends ?? null,
    payload: rendered?.payload ?? null,
    withheld: false,
    identifiers: rendered?.identifiers ?? [],
  };
}
