import { actorOf } from "@/lib/accounts/audit/actor";
import { removeMetaKey } from "@/lib/attribution/meta-key/remove";
import { metaKeyInput, metaKeySet, metaKeyState } from "@/lib/attribution/meta-key/schema";
import { setMetaKey } from "@/lib/attribution/meta-key/set";
import { showMetaKey } from "@/lib/attribution/meta-key/show";
import { projectRoute } from "@/lib/gateway/session-routes";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

export const metaKeyRoutes = {
  "/projects/:project/networks/meta-key": {
    GET: defineRoute(projectRoute("network-accounts.read"), {
      summary: "Get the state of the key for Meta's encrypted install referrer",
      tag: "Networks",
      answers: { 200: { msg: "Meta key.", data: metaKeyState } },
      handle: ({ caller }) => ok("Meta key.", showMetaKey(caller.project)),
    }),
    PUT: defineRoute(projectRoute("network-accounts.write"), {
      summary: "Set the key for Meta's encrypted install referrer",
      tag: "Networks",
      body: metaKeyInput,
      answers: {
        200: { msg: "Meta key set.", data: metaKeySet },
        400: { msg: "The key can't decrypt the sample." },
      },
      handle: async ({ caller, body, call }) =>
        ok("Meta key set.", await setMetaKey(caller.project, body, actorOf(caller.member), call.now)),
    }),
    DELETE: defineRoute(projectRoute("network-accounts.write"), {
      summary: "Remove the key for Meta's encrypted install referrer",
      tag: "Networks",
      answers: {
        200: { msg: "Meta key removed.", data: metaKeyState },
        404: { msg: "The project has no key." },
      },
      handle: async ({ caller, call }) =>
        ok("Meta key removed.", await removeMetaKey(caller.project, actorOf(caller.member), call.now)),
    }),
  },
};
