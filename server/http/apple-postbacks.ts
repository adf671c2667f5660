import type { Framework } from "@/lib/apple/postbacks/postback";
import { receivePostback } from "@/lib/apple/postbacks/receive";
import { Refusal } from "@/lib/base/refusal";
import { limitText, spendTokens } from "@/lib/gateway/routes";
import { callerNetwork } from "@/lib/platform/address-key";
import { isStarting } from "@/lib/platform/health/starting";
import { type Call, parseObject } from "@/lib/platform/http/call";
import { type Endpoint, endpointOf } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute, type RouteKind, unavailableReply } from "@/lib/platform/http/route";
import { Router } from "@/lib/platform/http/router";
import { applePaths, postbackHeader } from "@/lib/traffic/domain-check/apple-paths";
import { hostname } from "@/server/http/hosts";

const maxBytes = 64 * 1024;

/** Postbacks arrive from phones, and one network may have many phones. Each device sends three per install. */
const perNetwork = { count: 20, windowMs: 1_000 };
const together = { count: 200, windowMs: 1_000 };

/** Apple's signature is the credential: the path is public, and the senders' addresses are unknown. */
const kind: RouteKind<null> = {
  name: "apple-postbacks",
  security: null,
  bodyLimit: maxBytes,
  cors: false,
  bodyFirst: false,
  bareRefusals: true,
  deadlineMs: 10_000,
  answers: { 429: limitText },
  async admit(call) {
    const paths = [
      { key: `apple-postbacks:${callerNetwork(call.address)}`, limit: perNetwork },
      { key: "apple-postbacks", limit: together },
    ];
    await spendTokens(paths, call, 60);
    return { caller: null };
  },
};

/** Answers 400 for an unreadable body, which Apple does not send again; another attempt would not help. */
async function bodyOf(call: Call): Promise<Record<string, unknown>> {
  try {
    return parseObject(await call.bytes(maxBytes));
  } catch (error) {
    throw error instanceof Refusal ? new Refusal("invalid_request", error.message) : error;
  }
}

const post = (framework: Framework) =>
  defineRoute(kind, {
    summary: "Receive a copy of a postback from Apple",
    tag: "Apple postbacks",
    answers: {
      200: { msg: "Received." },
      400: { description: "The body is not a postback, or is larger than 64 KB." },
    },
    async handle({ call }) {
      const body = await bodyOf(call);
      if (Object.keys(body).length === 0)
        throw new Refusal("invalid_request", "The body is an empty object.");
      const { project } = await receivePostback(framework, body, {
        now: call.now,
        host: hostname(call.header("host") ?? ""),
      });
      if (project !== null) call.project = project;
      return ok("Received.", null);
    },
  });

/** The header shows external domain checks that the path arrives here. */
function marked(endpoint: Endpoint): Endpoint {
  const answer = async (call: Call) => {
    const reply = isStarting() ? unavailableReply() : await endpoint.answer(call);
    reply.headers[postbackHeader] = "1";
    return reply;
  };
  return { ...endpoint, answer };
}

/**
 * The routes for copies of Apple's postbacks, on every host of this server. Apple derives the host from the app's
 * registrable domain and does not know the hosts of links. A trailing slash is accepted without a redirect.
 */
export const applePostbackRouter = new Router(
  (["skan", "aak"] as const).map((framework) =>
    marked(endpointOf(applePaths[framework], { POST: post(framework) })),
  ),
);
