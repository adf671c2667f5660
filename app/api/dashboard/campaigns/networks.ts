import { z } from "zod";
import { actorOf } from "@/lib/accounts/audit/actor";
import {
  addNetwork,
  changeNetwork,
  listNetworks,
  removeNetwork,
} from "@/lib/campaigns/custom-networks/custom-networks";
import {
  networkChange,
  networkInput,
  networkList,
  oneNetwork,
  removedNetwork,
} from "@/lib/campaigns/custom-networks/schema";
import { showServerClicks } from "@/lib/facts/rejections/of-network";
import { projectRoute } from "@/lib/gateway/session-routes";
import { createdReply, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { oneServerClicks, rotateInput, serverLimitInput } from "@/lib/traffic/server-clicks/schema";
import { limitServerClicks, rotateServerClicks } from "@/lib/traffic/server-clicks/settings";

const code = z.object({ code: z.string() });

export const networksRoutes = {
  "/projects/:project/ad-networks": {
    GET: defineRoute(projectRoute("networks.read"), {
      summary: "List ad networks",
      description: "The project's own networks first, then the built-in ones.",
      tag: "Networks",
      answers: { 200: { msg: "Networks.", data: networkList } },
      handle: async ({ caller }) => ok("Networks.", await listNetworks(caller.project)),
    }),
    POST: defineRoute(projectRoute("networks.write"), {
      summary: "Add an ad network",
      tag: "Networks",
      body: networkInput,
      answers: { 201: { msg: "Network added.", data: oneNetwork } },
      handle: async ({ caller, body, call }) =>
        createdReply(
          "Network added.",
          await addNetwork(caller.project, body, { by: actorOf(caller.member), now: call.now }),
        ),
    }),
  },
  "/projects/:project/ad-networks/:code/server-clicks": {
    GET: defineRoute(projectRoute("network-keys.read"), {
      summary: "Get the key, the limit and the rejected calls of a network's server",
      tag: "Networks",
      params: code,
      answers: { 200: { msg: "Server clicks.", data: oneServerClicks }, 404: { msg: "Not found." } },
      handle: async ({ caller, params, call }) =>
        ok("Server clicks.", await showServerClicks(caller.project, params.code, call.now)),
    }),
    PUT: defineRoute(projectRoute("network-keys.write"), {
      summary: "Change the limit of a network's server",
      tag: "Networks",
      params: code,
      body: serverLimitInput,
      answers: { 200: { msg: "Saved.", data: oneServerClicks }, 404: { msg: "Not found." } },
      async handle({ caller, params, body, call }) {
        const by = actorOf(caller.member);
        await limitServerClicks(caller.project, params.code, body.calls_per_second, by);
        return ok("Saved.", await showServerClicks(caller.project, params.code, call.now));
      },
    }),
  },
  "/projects/:project/ad-networks/:code/server-clicks/rotate": {
    POST: defineRoute(projectRoute("network-keys.write"), {
      summary: "Rotate the key of a network's server",
      description: "The previous key stays valid for the hours. An even earlier one ends immediately.",
      tag: "Networks",
      params: code,
      body: rotateInput,
      answers: { 200: { msg: "Rotated.", data: oneServerClicks }, 404: { msg: "Not found." } },
      async handle({ caller, params, body, call }) {
        const made = { by: actorOf(caller.member), now: call.now };
        await rotateServerClicks(caller.project, params.code, body.hours, made);
        return ok("Rotated.", await showServerClicks(caller.project, params.code, call.now));
      },
    }),
  },
  "/projects/:project/ad-networks/:code": {
    PATCH: defineRoute(projectRoute("networks.write"), {
      summary: "Change an ad network",
      tag: "Networks",
      params: code,
      body: networkChange,
      answers: { 200: { msg: "Network changed.", data: oneNetwork } },
      handle: async ({ caller, params, body, call }) =>
        ok(
          "Network changed.",
          await changeNetwork(caller.project, params.code, body, {
            by: actorOf(caller.member),
            now: call.now,
          }),
        ),
    }),
    DELETE: defineRoute(projectRoute("networks.write"), {
      summary: "Remove an ad network that no campaign and no destination uses",
      tag: "Networks",
      params: code,
      answers: { 200: { msg: "Network removed.", data: removedNetwork } },
      handle: async ({ caller, params }) =>
        ok("Network removed.", await removeNetwork(caller.project, params.code, actorOf(caller.member))),
    }),
  },
};
