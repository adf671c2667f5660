/** For pages of customers' websites: a public token, and only the websites in the project's list. */
import { instanceLimits, type SiteCaller, siteCaller } from "@/lib/accounts/access/callers";
import { Refusal } from "@/lib/base/refusal";
import { recordRejection } from "@/lib/facts/rejections/reject";
import { frozenRefusal, refuseFrozen } from "@/lib/gateway/frozen";
import { limitText, spendTokens } from "@/lib/gateway/routes";
import { callerNetwork } from "@/lib/platform/address-key";
import type { Call } from "@/lib/platform/http/call";
import { exposedHeaders, type Reply } from "@/lib/platform/http/reply";
import type { RouteKind } from "@/lib/platform/http/route";
import { limitedBuckets } from "@/lib/platform/limits/limiter";

const otherWebsite =
  "This website is not allowed to send visits. Add its address in the dashboard under Integrate.";
const required = "Site token is required!";
const invalid = "Invalid site token!";

/** One page sends few events; an office of many visitors may share an address. */
const perAddress = { count: 20, windowMs: 1_000 };

type WebCaller = SiteCaller & { origin: string };

const endpoint = "web/event";

/**
 * The token is in the query and not in the body. So the preflight can already decide if the browser may send, and the
 * browser can read a refusal.
 */
export const webRoute: RouteKind<WebCaller> = {
  name: "web",
  security: "siteToken",
  bodyLimit: 16 * 1024,
  cors: false,
  bodyFirst: false,
  bareRefusals: true,
  deadlineMs: 10_000,
  // A browser sends this header by itself.
  exampleHeaders: { origin: "https://www.example.com" },
  answers: { 401: `${required} / ${invalid}`, 403: otherWebsite, 429: limitText },
  async admit(call) {
    const token = call.query.get("token") ?? "";
    const caller = await siteCaller.find(token, call.now);
    if (!caller) {
      const key = `web-stranger:${callerNetwork(call.address)}`;
      await spendTokens(limitedBuckets([key, (await instanceLimits(call.now)).web]), call, 1);
      throw token === ""
        ? new Refusal("site_token_missing", required, { headers: forAnybody })
        : new Refusal("site_token_invalid", invalid, { headers: forAnybody });
    }
    call.project = caller.project.id;
    const { id, limits } = caller.project;
    const origin = allowedOrigin(call, caller);
    // Limits apply before the origin is checked: a flood from another website must not cost more than one from their
    // own.
    const requested = limitedBuckets(
      [`web:${id}:${token}`, origin === null ? null : limits.web],
      [`web-address:${id}:${callerNetwork(call.address)}`, limits.web && perAddress],
    );
    try {
      await spendTokens(requested, call, 1);
    } catch (error) {
      if (!(error instanceof Refusal) || origin === null) throw error;
      throw new Refusal(error.code, error.message, { headers: { ...error.headers, ...cors(origin) } });
    }
    if (origin === null) {
      const { now, tick } = call;
      recordRejection(id, { endpoint, reason: otherWebsite, body: null, now, tick });
      throw new Refusal("origin_not_allowed", otherWebsite, { headers: forAnybody });
    }
    refuseFrozen(caller.project, cors(origin));
    return { caller: { ...caller, origin } };
  },
  refusalOf: frozenRefusal,
  onReply: (_call, _body, { origin }, reply) => void Object.assign(reply.headers, cors(origin)),
  onRefusal({ now, tick }, body, caller, { message }) {
    if (caller) recordRejection(caller.project.id, { endpoint, reason: message, body, now, tick });
  },
};

/**
 * Makes refusals readable for a page that may not send any more. Otherwise the browser would report a network failure,
 * and the script would send again on every page. The sentence is the same for all, and contains no personal data.
 */
const forAnybody = { "access-control-allow-origin": "*", "access-control-expose-headers": exposedHeaders };

const allowedOrigin = (call: Call, { origins }: SiteCaller): string | null => {
  const origin = call.header("origin");
  return origin !== null && origins.has(origin) ? origin : null;
};

const cors = (origin: string) => ({
  "access-control-allow-origin": origin,
  "access-control-expose-headers": exposedHeaders,
  vary: "origin",
});

/** The response to a browser's preflight. Other websites get no permission, and so do not send. */
export async function webPreflight(call: Call): Promise<Reply> {
  const caller = await siteCaller.find(call.query.get("token") ?? "", call.now);
  const origin = caller && allowedOrigin(call, caller);
  return {
    status: 204,
    headers: origin
      ? {
          ...cors(origin),
          "access-control-allow-methods": "POST",
          "access-control-allow-headers": "content-type",
          "access-control-max-age": "86400",
        }
      : { vary: "origin" },
    body: null,
  };
}
