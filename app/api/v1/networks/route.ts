import { serverKeyActor } from "@/lib/accounts/audit/actor";
import { addNetwork, listNetworks } from "@/lib/campaigns/custom-networks/custom-networks";
import { networkInput, networkList, oneNetwork } from "@/lib/campaigns/custom-networks/schema";
import { tableRoute } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { createdReply, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const get = defineRoute(tableRoute, {
  summary: "List ad networks",
  description: "Your own networks first, then the built-in ones. `code` is the value for other calls.",
  tag: "Networks",
  answers: { 200: { msg: "Networks.", data: networkList } },
  handle: async ({ caller }) => ok("Networks.", await listNetworks(caller.project)),
});

const post = defineRoute(tableRoute, {
  summary: "Add an ad network",
  description:
    "For a network that is not built in. It can then be the network of campaigns, spend, rules and destinations.",
  tag: "Networks",
  body: networkInput,
  example: {
    name: "Acme Ads",
    click_parameter: "acme_click",
    publisher_parameter: "site",
    link_parameters: "acme_click={click_id}&site={site_id}",
  },
  answers: {
    201: { msg: "Network added.", data: oneNetwork },
    409: { description: "The name or the click ID parameter is taken, or the project has 200 networks." },
  },
  handle: async ({ caller, call, body }) =>
    createdReply(
      "Network added.",
      await addNetwork(caller.project, body, { by: serverKeyActor(caller.keyPrefix), now: call.now }),
    ),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/v1/networks", {
  GET: get,
  POST: post,
});
