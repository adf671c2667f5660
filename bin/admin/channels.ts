import { type Command, checked } from "@/bin/admin/command";
import { projectNamed, projectOption } from "@/bin/admin/project-option";
import { now } from "@/db/clock";
import { commandLine } from "@/lib/accounts/audit/actor";
import { addAffiliate } from "@/lib/campaigns/affiliates/affiliates";
import { affiliateInput } from "@/lib/campaigns/affiliates/schema";
import { addNetworkAccount } from "@/lib/facts/spend/accounts/accounts";
import { networkAccountInput } from "@/lib/facts/spend/accounts/schema";

export const channelCommands: Command[] = [
  {
    name: "affiliate add",
    summary: "Add a partner that campaigns run with",
    options: { ...projectOption, name: { value: "N", required: true, help: "What it is called" } },
    async run(given) {
      const project = await projectNamed(given);
      const { name } = checked(affiliateInput, { name: given.text("name") });
      const { affiliate } = await addAffiliate(project, name, commandLine, now());
      return { id: affiliate.id, name: affiliate.name, channel: affiliate.channel };
    },
  },
  {
    name: "network-account add",
    summary: "Add an account with an ad network",
    options: {
      ...projectOption,
      network: { value: "NETWORK", required: true, help: "Such as meta, google, tiktok, apple_search_ads" },
      name: { value: "N", required: true, help: "What it is called here" },
      email: { value: "E", help: "Whose account it is" },
      "account-name": { value: "N", help: "What the network calls it" },
      "external-id": { value: "ID", help: "The network's own id" },
      currency: { value: "C", help: "What it is billed in" },
      status: { value: "S", help: "ACTIVE, PAUSED or DISCONNECTED; ACTIVE unless given" },
    },
    async run(given) {
      const project = await projectNamed(given);
      const input = checked(networkAccountInput, {
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
