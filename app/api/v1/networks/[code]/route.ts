import { z } from "zod";
import { serverKeyActor } from "@/lib/accounts/audit/actor";
import { setWindows } from "@/lib/attribution/network-windows/network-windows";
import { networkAndWindowsChange, oneNetworkAndWindows } from "@/lib/attribution/network-windows/schema";
import { changeNetwork, removeNetwork } from "@/lib/campaigns/custom-networks/custom-networks";
import { tableRoute } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { noContent, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const params = z.object({
  code: z.string().meta({ description: "The network's code.", example: "Acme_Ads" }),
});

const patch = defineRoute(tableRoute, {
  summary: "Change an ad network",
  description:
    "Missing fields stay unchanged. Only your own networks can be changed, and the name is permanent.",
  tag: "Networks",
  params,
  body: networkAndWindowsChange,
  example: { link_parameters: "acme_click={click_id}&site={site_id}&campaign_id={campaign}" },
  answers: {
    200: { msg: "Network changed.", data: oneNetworkAndWindows },
    404: { msg: "Not found." },
    409: { description: "Another network uses the click ID parameter." },
  },
  async handle({ caller: { project, keyPrefix }, call, params: { code }, body }) {
    const context = { by: serverKeyActor(keyPrefix), now: call.now };
    const { click_window_days, view_window_hours, ...change } = body;
    const { network } = await changeNetwork(project, code, change, context);
    return ok(
      "Network changed.",
      await setWindows(project, network, { click_window_days, view_window_hours }, context),
    );
  },
});

const remove = defineRoute(tableRoute, {
  summary: "Remove an ad network",
  description: "Only a network that no campaign and no destination uses. Stored clicks and installs keep it.",
  tag: "Networks",
  params,
  answers: {
    204: { description: "Removed." },
    404: { msg: "Not found." },
    409: { msg: "A campaign or a destination uses this network. Delete it or change its network first." },
  },
  async handle({ caller, params: { code } }) {
    await removeNetwork(caller.project, code, serverKeyActor(caller.keyPrefix));
    return noContent();
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/v1/networks/:code", {
  PATCH: patch,
  DELETE: remove,
});
