import { serverKeyActor } from "@/lib/accounts/audit/actor";
import { setWindows, withWindows } from "@/lib/attribution/network-windows/network-windows";
import {
  networkAndWindowsInput,
  networkAndWindowsList,
  oneNetworkAndWindows,
} from "@/lib/attribution/network-windows/schema";
import { addNetwork, listNetworks } from "@/lib/campaigns/custom-networks/custom-networks";
import { tableRoute } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { createdReply, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const get = defineRoute(tableRoute, {
  summary: "List ad networks",
  description: "Your own networks first, then the built-in ones. `code` is the value for other calls.",
  tag: "Networks",
  answers: { 200: { msg: "Networks.", data: networkAndWindowsList } },
  async handle({ caller: { project } }) {
    const { networks } = await listNetworks(project);
    return ok("Networks.", { networks: withWindows(project, networks) });
  },
});

const post = defineRoute(tableRoute, {
  summary: "Add an ad network",
  description:
    "For a network that is not built in. It can then be the network of campaigns, spend, rules and destinations.",
  tag: "Networks",
  body: networkAndWindowsInput,
  example: {
    name: "Acme Ads",
    click_parameter: "acme_click",
    publisher_parameter: "site",
    link_parameters: "acme_click={click_id}&site={site_id}",
    click_window_days: 14,
    view_window_hours: 6,
  },
  answers: {
    201: { msg: "Network added.", data: oneNetworkAndWindows },
    409: { description: "The name or the click ID parameter is taken, or the project has 200 networks." },
  },
  async handle({ caller: { project, keyPrefix }, call, body }) {
    const context = { by: serverKeyActor(keyPrefix), now: call.now };
    const { network } = await addNetwork(project, body, context);
    return createdReply("Network added.", await setWindows(project, network, body, context));
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/v1/networks", {
  GET: get,
  POST: post,
});
