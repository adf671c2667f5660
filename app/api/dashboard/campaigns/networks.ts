import { z } from "zod";
import { setWindows, withOwnWindows } from "@/lib/attribution/network-windows/network-windows";
import {
  networksForForm,
  oneNetworkAndWindows,
  windowsInput,
} from "@/lib/attribution/network-windows/schema";
import {
  addNetwork,
  changeNetwork,
  findCustomNetwork,
  listNetworks,
  removeNetwork,
} from "@/lib/campaigns/custom-networks/custom-networks";
import {
  networkChange,
  networkInput,
  oneNetwork,
  removedNetwork,
} from "@/lib/campaigns/custom-networks/schema";
import { showServerClicks } from "@/lib/facts/rejections/of-network";
import { projectEndpoint } from "@/lib/gateway/project-endpoint";
import { oneServerClicks, rotateInput, serverLimitInput } from "@/lib/traffic/server-clicks/schema";
import { limitServerClicks, rotateServerClicks } from "@/lib/traffic/server-clicks/settings";

const tag = "Networks";
const params = z.object({ code: z.string() });

export const networksRoutes = {
  "/projects/:project/ad-networks": {
    GET: projectEndpoint("networks.read", {
      summary: "List ad networks",
      description: "The project's own networks first, then the built-in ones.",
      tag,
      msg: "Networks.",
      data: networksForForm,
      run: async ({ project }) => withOwnWindows(project, (await listNetworks(project)).networks),
    }),
    POST: projectEndpoint("networks.write", {
      summary: "Add an ad network",
      tag,
      body: networkInput,
      status: 201,
      msg: "Network added.",
      data: oneNetwork,
      run: ({ project, body, by, now }) => addNetwork(project, body, { by, now }),
    }),
  },
  "/projects/:project/ad-networks/:code": {
    PATCH: projectEndpoint("networks.write", {
      summary: "Change an ad network",
      tag,
      params,
      body: networkChange,
      msg: "Network changed.",
      data: oneNetwork,
      run: ({ project, params, body, by, now }) => changeNetwork(project, params.code, body, { by, now }),
    }),
    DELETE: projectEndpoint("networks.write", {
      summary: "Remove an ad network that no campaign and no destination uses",
      tag,
      params,
      msg: "Network removed.",
      data: removedNetwork,
      run: ({ project, params, by }) => removeNetwork(project, params.code, by),
    }),
  },
  "/projects/:project/ad-networks/:code/windows": {
    PUT: projectEndpoint("rules.write", {
      summary: "Set the attribution windows of one of the project's own networks",
      description: "null for the project's default. The windows are a part of the attribution rules.",
      tag,
      params,
      body: windowsInput,
      msg: "Windows saved.",
      data: oneNetworkAndWindows,
      refusals: { 404: { msg: "Not found." } },
      run: async ({ project, params, body, by, now }) =>
        setWindows(project, await findCustomNetwork(project, params.code), body, { by, now }),
    }),
  },
  "/projects/:project/ad-networks/:code/server-clicks": {
    GET: projectEndpoint("network-keys.read", {
      summary: "Get the key, the limit and the rejected calls of a network's server",
      tag,
      params,
      msg: "Server clicks.",
      data: oneServerClicks,
      refusals: { 404: { msg: "Not found." } },
      run: ({ project, params, now }) => showServerClicks(project, params.code, now),
    }),
    PUT: projectEndpoint("network-keys.write", {
      summary: "Change the limit of a network's server",
      tag,
      params,
      body: serverLimitInput,
      msg: "Saved.",
      data: oneServerClicks,
      refusals: { 404: { msg: "Not found." } },
      async run({ project, params, body, by, now }) {
        await limitServerClicks(project, params.code, body.calls_per_second, by);
        return showServerClicks(project, params.code, now);
      },
    }),
  },
  "/projects/:project/ad-networks/:code/server-clicks/rotate": {
    POST: projectEndpoint("network-keys.write", {
      summary: "Rotate the key of a network's server",
      description: "The previous key stays valid for the hours. An even earlier one ends immediately.",
      tag,
      params,
      body: rotateInput,
      msg: "Rotated.",
      data: oneServerClicks,
      refusals: { 404: { msg: "Not found." } },
      async run({ project, params, body, by, now }) {
        await rotateServerClicks(project, params.code, body.hours, { by, now });
        return showServerClicks(project, params.code, now);
      },
    }),
  },
};
