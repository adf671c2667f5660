/** The kind of route for notifications of stores and services: a secret in the path, and only one project. */
import { sharedProject } from "@/lib/accounts/access/callers";
import type { Project } from "@/lib/accounts/access/project";
import { env } from "@/lib/base/env";
import { Refusal } from "@/lib/base/refusal";
import { purchaseSources } from "@/lib/facts/payments/store-purchases";
import type { ConnectionRow } from "@/lib/facts/purchases/connection-queries";
import { findNoticeConnection } from "@/lib/facts/purchases/notices/receive";
import { checkPushToken, type PushToken } from "@/lib/facts/purchases/push-token";
import { refuseFrozen } from "@/lib/gateway/frozen";
import { kilobyte, routeDefaults } from "@/lib/gateway/route-defaults";
import { limitText, spendTokens } from "@/lib/gateway/routes";
import { callerNetwork } from "@/lib/platform/address-key";
import type { Call } from "@/lib/platform/http/call";
import type { RouteKind } from "@/lib/platform/http/route";

type PurchaseCaller = { project: Project; connection: ConnectionRow };

const unknown = "This address is not in use. Create a new one under Purchases.";

const noToken =
  "This address requires the token of Google's push subscription, with its audience and service account.";

/** Google repeats a notification while its keys can't be read. */
async function requirePushToken(call: Call, required: PushToken): Promise<void> {
  const address = `${new URL(env.APP_URL).origin}${call.path}`;
  const problem = await checkPushToken(call.header("authorization"), { address, required, now: call.now });
  if (problem === null) return;
  if (problem === "unavailable")
    throw new Refusal("unavailable", "Google's keys can't be read right now. Send the notification again.");
  throw new Refusal("notification_token_invalid", noToken);
}

/** A store sends few notifications, from few addresses. It repeats what was rejected. */
const perNetwork = { count: 100, windowMs: 1_000 };
const perProject = { count: 100, windowMs: 1_000 };

export const purchaseRoute: RouteKind<PurchaseCaller> = {
  ...routeDefaults,
  name: "purchases",
  security: null,
  bodyLimit: 256 * kilobyte,
  answers: { 401: noToken, 404: unknown, 429: limitText },
  async admit(call) {
    await spendTokens([{ key: `purchases:${callerNetwork(call.address)}`, limit: perNetwork }], call, 1);
    const { project: id = "", source: name, secret = "" } = call.params;
    const source = purchaseSources.find((one) => one === name);
    const isAddress = source !== undefined && /^\d{1,15}$/.test(id) && /^[\w-]{32}$/.test(secret);
    const project = isAddress ? await sharedProject(Number(id)) : null;
    const connection = project && source ? await findNoticeConnection(project, source, secret) : null;
    if (!project || !connection) throw new Refusal("notification_address_unknown", unknown);
    call.project = project.id;
    await spendTokens([{ key: `purchases:${project.id}`, limit: perProject }], call, 1);
    if (connection.push_token) await requirePushToken(call, connection.push_token);
    refuseFrozen(project);
    return { caller: { project, connection } };
  },
};
