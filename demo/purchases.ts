import { createHash } from "node:crypto";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { capturePayment } from "@/lib/facts/payments/capture";
import {
  type CheckReason,
  type CheckState,
  purchaseKey,
  type Store,
  stores,
} from "@/lib/facts/payments/store-purchases";
import {
  recordAnswered,
  recordNotified,
  saveConnection,
  saveSecret,
} from "@/lib/facts/purchases/connection-queries";
import { aboutPurchases } from "@/lib/facts/purchases/encryption-context";
import { insertNotice, type NoticeState } from "@/lib/facts/purchases/notices/queries";
import { refundPurchase, stateOnly } from "@/lib/facts/purchases/refund";
import { settlePayments } from "@/lib/facts/purchases/settle-queries";
import { type PaymentType, revenueSign } from "@/lib/ledger/payment-types";
import { encrypt } from "@/lib/platform/encryption";
import { prices } from "@/lib/sample/plan";
import { SeededRandom } from "@/lib/sample/random";
import { badPublisher } from "@/lib/sample/visit";
import type { AProject } from "@/testing/factories";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The stores were connected this long ago. */
const connectedDays = 75;
const noticedDays = 12;
/** The stores are not queried about an invented app. */
const never = new Date("2200-01-01T00:00:00Z");
const atOnce = 500;
/** One of so many buyers gets the money back. */
const refundedShare = 30;

const named: Record<Store, Record<string, string>> = {
  apple: { key_id: "DEMOKEY456", issuer_id: "57246542-96fe-1a63-e053-0824d011072a" },
  google: { client_email: "purchases@trailhead-demo.iam.gserviceaccount.com", project_id: "trailhead-demo" },
};
const appId = "example.cairn.trailhead";

type Paid = {
  id: string;
  user_id: string;
  platform: string;
  type: PaymentType;
  paid_at: Date;
  has_refund: boolean;
};

const storeOf = ({ platform }: { platform: string }): Store => (platform === "IOS" ? "apple" : "google");

/**
 * The stores confirmed the payments since they were connected, took some back, and reject those that suspicious installs
 * invented.
 */
export async function addPurchases(app: AProject, now: Date): Promise<void> {
  const { project } = app;
  const chance = new SeededRandom(20_260_520);
  await connectStores(app, now);
  const since = new Date(now.getTime() - connectedDays * dayMs);
  const all = await sql<Paid[]>`
    select p.id, p.user_id, p.platform, p.type, p.paid_at, exists (
        select from payments r where r.project_id = ${project.id} and r.user_id = p.user_id
          and r.type = 'SUBSCRIPTION_REFUNDED') as has_refund
    from payments p
    where p.project_id = ${project.id} and p.status = 'PAYMENT_COMPLETED' and p.removed_at is null
      and p.platform in ('ANDROID', 'IOS') and p.paid_at > ${since}
    order by p.paid_at, p.id`;
  const paid = all.filter(({ type }) => revenueSign(type) > 0);
  const keys = keysOf(paid, chance);
  const rows = paid.map((payment) => ({
    ...stateOnly(project.id, payment, "valid"),
    purchase_key: keys.get(payment.id)!.key,
    purchase_line: keys.get(payment.id)!.line,
  }));
  for (let i = 0; i < rows.length; i += atOnce) await settlePayments(project.id, rows.slice(i, i + atOnce));
  const refunded = new Map<string, Date>();
  // After a refund, a subscription is not renewed.
  const last = new Map(paid.map((payment) => [payment.user_id, payment]));
  for (const [i, payment] of [...last.values()].entries()) {
    const at = new Date(payment.paid_at.getTime() + chance.between(1, 20) * dayMs);
    if (i % refundedShare !== 3 || payment.has_refund || at > now) continue;
    const { key } = keys.get(payment.id)!;
    await refundPurchase(project, key, { at, share: 1, source: storeOf(payment), now });
    refunded.set(payment.id, at);
  }
  await addUnproven(app, chance, now);
  await addNotices(app, { paid, keys, refunded }, chance, now);
}

/** Each payment is a transaction of its user's subscription. */
function keysOf(paid: readonly Paid[], chance: SeededRandom) {
  const lines = new Map<string, string>();
  return new Map(
    paid.map((payment) => {
      const store = storeOf(payment);
      const transaction =
        store === "apple"
          ? `2${String(chance.whole(0, 999_999_999_999_999)).padStart(15, "0")}`
          : `GPA.${chance.whole(1_000, 9_999)}-${chance.whole(1_000, 9_999)}-${chance.hex(8).toUpperCase()}`;
      const key = purchaseKey(store, transaction);
      const line = lines.get(payment.user_id) ?? key;
      lines.set(payment.user_id, line);
      return [payment.id, { key, line }];
    }),
  );
}

async function connectStores({ project, accountId }: AProject, now: Date): Promise<void> {
  const at = new Date(now.getTime() - connectedDays * dayMs);
  for (const source of stores) {
    const credentials = {
      encrypted: encrypt(JSON.stringify(named[source]), aboutPurchases(project.id, source)),
      named: named[source],
    };
    await saveConnection(
      accountId,
      project.id,
      { source, mode: "require", appId, at },
      credentials,
      commandLine,
    );
    const hash = createHash("sha256").update(`demo ${source}`).digest();
    await saveSecret(accountId, project.id, { source, hash, at }, commandLine);
    await recordAnswered(project.id, source, at, now);
    await recordNotified(project.id, source, now);
  }
  await sql`update purchase_connections set next_at = ${never} where project_id = ${project.id}`;
}

type Buyer = { instance: string; platform: string; at: Date; is_bad: boolean };

/** Payments that apps reported with a store's proof that is not valid, and two that the store has not confirmed yet. */
async function addUnproven(app: AProject, chance: SeededRandom, now: Date): Promise<void> {
  const buyers = await sql<Buyer[]>`
    select s.install_instance_id as instance, s.platform, s.installed_at as at,
      d.publisher_id is not distinct from ${badPublisher} or coalesce(cardinality(d.flags), 0) > 0 as is_bad
    from installs s
    join decisions d on d.project_id = ${app.project.id} and d.install_id = s.id and d.version = s.decision_version
    where s.project_id = ${app.project.id} and s.platform in ('ANDROID', 'IOS') and s.first_paid_at is null
      and s.installed_at > ${new Date(now.getTime() - 25 * dayMs)}
      and exists (select from identities i where i.project_id = ${app.project.id}
        and i.install_instance_id = s.install_instance_id and i.user_id is not null)
    order by s.id`;
  const replays = buyers.filter(({ is_bad }) => is_bad).slice(0, 14);
  const testers = buyers.filter(({ is_bad, platform }) => !is_bad && platform === "IOS").slice(0, 3);
  const waiting = buyers.filter(({ is_bad }) => !is_bad).slice(-2);
  type Unproven = [buyer: Buyer, state: CheckState, reason: CheckReason | null];
  const unproven = [
    ...replays.map((buyer, i): Unproven => [buyer, "invalid", i % 4 === 3 ? "unknown" : "replayed"]),
    ...testers.map((buyer): Unproven => [buyer, "invalid", "sandbox"]),
    ...waiting.map((buyer): Unproven => [buyer, "pending", null]),
  ];
  for (const [buyer, state, reason] of unproven) {
    const store = storeOf(buyer);
    const isPending = state === "pending";
    const at = isPending
      ? new Date(now.getTime() - chance.between(5, 50) * 60_000)
      : new Date(Math.min(buyer.at.getTime() + chance.between(0.3, 30) * hourMs, now.getTime()));
    const key = isPending ? purchaseKey(store, `pending-${chance.hex(12)}`) : null;
    await capturePayment(
      app.project,
      {
        token: "",
        install_instance_id: buyer.instance,
        platform: buyer.platform,
        amount: chance.happens(0.3) ? prices.year : prices.month,
        type: "FIRST_PAYMENT",
        status: isPending ? "PAYMENT_INITIATED" : "PAYMENT_FAILED",
        payment_id: `pay-${chance.hex(12)}`,
      },
      { userAgent: null, now: at },
      {
        ...{ purchase_key: key, purchase_line: key, check_state: state, check_reason: reason },
        ...{ purchase_source: null, check_source: isPending ? store : null },
        ...{
          check_proof: isPending ? { transaction: chance.hex(12) } : null,
          check_at: isPending ? never : null,
        },
      },
    );
  }
}

type Known = {
  paid: readonly Paid[];
  keys: ReadonlyMap<string, { key: string }>;
  refunded: ReadonlyMap<string, Date>;
};

const kinds: Record<Store, { first: string; renewal: string; refund: string; test: string; other: string }> =
  {
    apple: {
      first: "SUBSCRIBED INITIAL_BUY",
      renewal: "DID_RENEW",
      refund: "REFUND",
      test: "TEST",
      other: "DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED",
    },
    google: {
      first: "SUBSCRIPTION_PURCHASED",
      renewal: "SUBSCRIPTION_RENEWED",
      refund: "VOIDED_PURCHASE",
      test: "TEST",
      other: "SUBSCRIPTION_CANCELED",
    },
  };

/** The stores notified the server about the newest payments, and about things that are not payments. */
async function addNotices({ project }: AProject, known: Known, chance: SeededRandom, now: Date) {
  const since = now.getTime() - noticedDays * dayMs;
  const add = (
    store: Store,
    kind: string,
    at: Date,
    [state, reason]: [NoticeState, string | null],
    key: string | null = null,
  ) =>
    at.getTime() > since && at <= now
      ? insertNotice(
          project.id,
          { source: store, id: chance.uuid(), kind, body: {}, key, at },
          { state, reason },
        )
      : null;
  for (const payment of known.paid) {
    const store = storeOf(payment);
    const { first, renewal, refund, other } = kinds[store];
    const { key } = known.keys.get(payment.id)!;
    // The app reported the first payment itself, and the store's notification repeats it.
    const isRenewal = payment.type === "SUBSCRIPTION_RENEWED";
    const soon = new Date(payment.paid_at.getTime() + 40_000);
    await add(
      store,
      isRenewal ? renewal : first,
      soon,
      isRenewal ? ["stored", null] : ["ignored", "repeat"],
      key,
    );
    const refundedAt = known.refunded.get(payment.id);
    if (refundedAt) await add(store, refund, refundedAt, ["stored", null], key);
    if (chance.happens(0.06))
      await add(store, other, new Date(payment.paid_at.getTime() + chance.between(1, 9) * dayMs), [
        "ignored",
        "no_payment",
      ]);
  }
  await add("google", kinds.google.test, new Date(now.getTime() - 5 * dayMs), ["ignored", "test"]);
  await add("apple", kinds.apple.renewal, new Date(now.getTime() - 8.5 * dayMs), ["unmatched", "no_user"]);
}
