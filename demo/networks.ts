import { commandLine } from "@/lib/accounts/audit/actor";
import { addBlockEntry } from "@/lib/attribution/blocks/blocks";
import { blockInput } from "@/lib/attribution/blocks/schema";
import { addNetwork } from "@/lib/campaigns/custom-networks/custom-networks";
import { networkInput } from "@/lib/campaigns/custom-networks/schema";
import { createDestination } from "@/lib/outbound/destinations/destinations";
import { customDemoNetwork } from "@/lib/sample/plan";
import { badPublisher } from "@/lib/sample/visit";
import type { AProject } from "@/testing/factories";

/** The network that is not built in, with its click ID, its publishers and its macros. */
export const addDemoNetwork = ({ project }: AProject, now: Date) =>
  addNetwork(
    project,
    networkInput.parse({
      name: customDemoNetwork,
      click_parameter: "summit_click",
      publisher_parameter: "summit_site",
      link_parameters: "summit_click={click_id}&summit_site={site}&campaign_id={campaign}",
    }),
    { by: commandLine, now },
  );

/** The block list: a publisher that is only flagged so far, and a limit. */
export async function addDemoBlocks({ project }: AProject, now: Date): Promise<void> {
  const made = { by: { memberId: null, name: "lena@cairn.example" }, now };
  const entries = [
    {
      kind: "publisher",
      value: badPublisher,
      network: "APPLOVIN",
      action: "tag",
      reason: "Installs within seconds of the click, without any purchase",
    },
    {
      kind: "publisher",
      value: "com.trail.runner",
      network: customDemoNetwork,
      action: "hold",
      max_installs: 40,
      per_hours: 24,
      reason: "The contract allows 40 installs a day",
    },
  ];
  for (const entry of entries) await addBlockEntry(project, blockInput.parse(entry), made);
}

/** Postbacks to the network of the project, and to a network of in-app ads. Both only render their calls. */
export async function addNetworkDestinations({ project }: AProject, now: Date): Promise<void> {
  const of = (partner: string) =>
    `https://${partner}.trailhead.example/postback?click={click_id}&publisher={pub_id}&event={event_name}`;
  await createDestination(
    project,
    {
      kind: "custom_network",
      name: "Summit Ads",
      mode: "dry_run",
      settings: {
        network: customDemoNetwork,
        install_url: of("summit"),
        event_url: of("summit"),
        payment_url: `${of("summit")}&amount={revenue}&currency={currency}`,
      },
      secrets: {},
    },
    commandLine,
    now,
  );
  await createDestination(
    project,
    {
      kind: "applovin",
      name: "AppLovin",
      mode: "dry_run",
      settings: { install_url: of("applovin"), event_url: of("applovin") },
      secrets: {},
    },
    commandLine,
    now,
  );
}
