import { capturePayment } from "@/lib/facts/payments/capture";
import type { DemoUser } from "@/lib/sample/person";
import { prices } from "@/lib/sample/plan";
import type { SeededRandom } from "@/lib/sample/random";
import type { SampleApp } from "@/lib/sample/sample-app";

/** A first payment in the first month, or rarely a refund. */
export function pay(
  app: SampleApp,
  chance: SeededRandom,
  person: DemoUser,
  day: { ago: number },
  sometime: (person: DemoUser) => { userAgent: null; now: Date },
) {
  const age = person.installedOn - day.ago;
  const charge = (
    amount: number,
    type: "FIRST_PAYMENT" | "SUBSCRIPTION_REFUNDED",
    status: "PAYMENT_COMPLETED" | "PAYMENT_FAILED" = "PAYMENT_COMPLETED",
  ) =>
    capturePayment(
      app.project,
      {
        token: "",
        install_instance_id: person.instance,
        platform: person.platform,
        amount,
        type,
        status,
        payment_id: `pay-${chance.hex(12)}`,
      },
      sometime(person),
    );
  if (!person.subscribed) {
    if (age > 30 || !chance.happens(person.pays / 2.5)) return [];
    if (chance.happens(0.08)) return [charge(prices.month, "FIRST_PAYMENT", "PAYMENT_FAILED")];
    person.subscribed = chance.happens(0.3) ? "year" : "month";
    return [charge(prices[person.subscribed], "FIRST_PAYMENT")];
  }
  return person.subscribed !== "ended" && chance.happens(0.002)
    ? [charge(prices.month, "SUBSCRIPTION_REFUNDED")]
    : [];
}

/** The stores renew subscriptions whether or not the app is opened. Some are cancelled each month. */
export function renew(
  app: SampleApp,
  chance: SeededRandom,
  crowd: readonly DemoUser[],
  day: { ago: number },
  timeOf: (person: DemoUser, share: number) => Date,
) {
  const work: Promise<unknown>[] = [];
  for (const person of crowd) {
    const age = person.installedOn - day.ago;
    if (person.subscribed !== "month" || person.user === null || age === 0 || age % 30 !== 0) continue;
    if (chance.happens(0.12)) person.subscribed = "ended";
    else
      work.push(
        capturePayment(
          app.project,
          {
            token: "",
            install_instance_id: person.instance,
            platform: person.platform,
            amount: prices.month,
            type: "SUBSCRIPTION_RENEWED",
            status: "PAYMENT_COMPLETED",
            payment_id: `pay-${chance.hex(12)}`,
          },
          { userAgent: null, now: timeOf(person, chance.next()) },
        ),
      );
  }
  return work;
}
