import { z } from "zod";
import { type AdminCommand, checkOptions } from "@/bin/admin/cli/command";
import { projectNamed, projectOption } from "@/bin/admin/cli/project-option";
import { now } from "@/db/clock";
import { commandLine } from "@/lib/accounts/audit/actor";
import { setWindows } from "@/lib/attribution/network-windows/network-windows";
import { networkAndWindowsInput } from "@/lib/attribution/network-windows/schema";
import { addAffiliate } from "@/lib/campaigns/affiliates/affiliates";
import { affiliateInput } from "@/lib/campaigns/affiliates/schema";
import { addNetwork } from "@/lib/campaigns/custom-networks/custom-networks";
import { knownNetworkCode } from "@/lib/campaigns/known-network";
import { networkName } from "@/lib/campaigns/network-name";
import { addNetworkAccount } from "@/lib/spend/accounts/accounts";
import { networkAccountInput } from "@/lib/spend/accounts/schema";
import { rotateInput, type ServerClicks } from "@/lib/traffic/server-clicks/schema";
import { rotateServerClicks, serverClicksOf } from "@/lib/traffic/server-clicks/settings";

const networkCode = z.object({ network: z.string().transform(networkName) });

const keyOf = ({
  network,
  key,
  generation,
  previous_until,
  calls_per_second,
}: Omit<ServerClicks, "rejected">) => ({
  network,
  key,
  generation,
  previous_until,
  calls_per_second,
});

export const channelCommands: AdminCommand[] = [
  {
    name: "network create",
    summary: "Add an ad network that is not built in",
    options: {
      ...projectOption,
      name: { value: "N", required: true, help: "Name of the network; it cannot be changed later" },
      "click-parameter": { value: "P", help: "Link parameter with the network's click ID" },
      "publisher-parameter": { value: "P", help: "Link parameter with the site or app that showed the ad" },
      "link-parameters": { value: "Q", help: "Parameters to append to links, with the network's macros" },
      "click-window-days": { value: "N", help: "Days after a click (default: the project's)" },
      "view-window-hours": {
        value: "N",
        help: "Hours after a view; 0 if views don't count (default: the project's)",
      },
    },
    async run(given) {
      const project = await projectNamed(given);
      const input = checkOptions(networkAndWindowsInput, {
        name: given.text("name"),
        click_parameter: given.text("click-parameter"),
        publisher_parameter: given.text("publisher-parameter"),
        link_parameters: given.text("link-parameters"),
        click_window_days: given.text("click-window-days") && Number(given.text("click-window-days")),
        view_window_hours: given.text("view-window-hours") && Number(given.text("view-window-hours")),
      });
      const context = { by: commandLine, now: now() };
      const made = await addNetwork(project, input, context);
      const { network } = await setWindows(project, made.network, input, context);
      return {
        code: network.code,
        name: network.name,
        click_window_days: network.click_window_days,
        view_window_hours: network.view_window_hours,
      };
    },
  },
  {
    name: "network click-key",
    summary: "Show the key for a network's server-to-server clicks",
    options: { ...projectOption, network: { value: "NETWORK", required: true, help: "Code or name" } },
    async run(given) {
      const project = await projectNamed(given);
      const code = checkOptions(networkCode, { network: given.text("network") }).network;
      return keyOf(await serverClicksOf(project, await knownNetworkCode(project.id, code), now()));
    },
  },
  {
    name: "network rotate-key",
    summary: "Make a new key for a network's server-to-server clicks",
    options: {
      ...projectOption,
      network: { value: "NETWORK", required: true, help: "Code or name" },
      hours: { value: "N", help: "Hours for which the previous key stays valid (default: 72)" },
    },
    async run(given) {
      const project = await projectNamed(given);
      const code = checkOptions(networkCode, { network: given.text("network") }).network;
      const network = await knownNetworkCode(project.id, code);
      const { hours } = checkOptions(rotateInput, { hours: Number(given.text("hours") ?? 72) });
      await rotateServerClicks(project, network, hours, { by: commandLine, now: now() });
      return keyOf(await serverClicksOf(project, network, now()));
    },
  },
  {
    name: "affiliate add",
    summary: "Add an affiliate",
    options: { ...projectOption, name: { value: "N", required: true, help: "Name" } },
    async run(given) {
      const project = await projectNamed(given);
      const { name } = checkOptions(affiliateInput, { name: given.text("name") });
      const { affiliate } = await addAffiliate(project, name, commandLine, now());
      return { id: affiliate.id, name: affiliate.name, channel: affiliate.channel };
    },
  },
  {
    name: "network-account add",
    summary: "Add an ad account",
    options: {
      ...projectOption,
      network: { value: "NETWORK", required: true, help: "Such as meta, google, tiktok, apple_search_ads" },
      name: { value: "N", required: true, help: "Name in Cairn" },
      email: { value: "E", help: "Email of the account's owner" },
      "account-name": { value: "N", help: "Name at the network" },
      "external-id": { value: "ID", help: "ID at the network" },
      currency: { value: "C", help: "Billing currency" },
      status: { value: "S", help: "ACTIVE, PAUSED or DISCONNECTED (default: ACTIVE)" },
    },
    async run(given) {
      const project = await projectNamed(given);
      const input = checkOptions(networkAccountInput, {
        network: given.text("network"),
        name: given.text("name"),
        email: given.text("email"),
        account_name: given.text("account-name"),
        external_id: given.text("external-id"),
        currency: given.text("currency"),
        status: given.text("status")?.toUpperCase(),
      });
      const { network_account } = await addNetworkAccount(project, input, commandLine, now());
      return { id: network_account.id, network: network_account.network, name: network_account.name };
    },
  },
];
