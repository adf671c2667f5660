import { beforeAll, expect, test } from "vitest";
import { sql } from "@/db";
import { plainNetworkId } from "@/lib/apple/postbacks/postback";
import { defaultNetworks } from "@/lib/apple/sources/network-ids";
import { matchedSource } from "@/lib/apple/sources/queries";
import { type AProject, aCampaign, aProject } from "@/testing/factories";

let app: AProject;
let names: Map<number, string>;

/** The assigned identifiers of one network, with the name of their campaign. */
const assigned: [string, string][] = [
  ["5239", "alps"],
  ["1239", "alps"],
  ["5240", "lakes"],
  ["1140", "huts"],
  ["77", "peaks"],
  ["2277", "ridge"],
  ["8", "old"],
];

beforeAll(async () => {
  app = await aProject();
  names = new Map();
  for (const name of new Set(assigned.map(([, campaign]) => campaign)))
    names.set((await aCampaign(app, { name })).id, name);
  const ids = new Map([...names].map(([id, name]) => [name, id]));
  for (const [source, name] of assigned)
    await sql`
      insert into apple_sources (project_id, network_id, source_identifier, campaign_id)
      values (${app.project.id}, 'acme', ${source}, ${ids.get(name)!})`;
});

async function campaignOf(source: string, { network = "acme", isHierarchical = true } = {}) {
  const [row] = await sql<{ campaign_id: number | null; campaigns: number }[]>`
    select matched.campaign_id, matched.campaigns
    from (select ${network}::text as network_id, ${source}::text as source_identifier,
      ${isHierarchical}::boolean as is_hierarchical) r ${matchedSource(app.project.id)}`;
  return row!.campaign_id === null ? row!.campaigns : names.get(row!.campaign_id);
}

test("the last digits of an assigned identifier match its campaign", async () => {
  expect(await campaignOf("5239")).toBe("alps");
  expect(await campaignOf("239")).toBe("alps");
  expect(await campaignOf("39")).toBe("alps");
  expect(await campaignOf("240")).toBe("lakes");
});

test("the first digits do not match: they are not what Apple sends", async () => {
  expect(await campaignOf("52")).toBe(0);
  expect(await campaignOf("523")).toBe(0);
});

test("digits that end the identifiers of several campaigns match no campaign", async () => {
  expect(await campaignOf("40")).toBe(2);
});

test("an identifier with few digits also matches the longer ones that end with it, unless they are assigned", async () => {
  expect(await campaignOf("4177")).toBe("peaks");
  expect(await campaignOf("77")).toBe("peaks");
  expect(await campaignOf("2277")).toBe("ridge");
  // It may be the ridge's or another one of the peaks'.
  expect(await campaignOf("277")).toBe(2);
});

test("a campaign ID before SKAdNetwork 4 and other networks' identifiers match only if they are equal", async () => {
  expect(await campaignOf("39", { isHierarchical: false })).toBe(0);
  expect(await campaignOf("8", { isHierarchical: false })).toBe("old");
  expect(await campaignOf("18")).toBe(0);
  expect(await campaignOf("5239", { network: "other" })).toBe(0);
});

test("the built-in network IDs are written as Apple sends them", () => {
  expect(Object.keys(defaultNetworks).length).toBeGreaterThan(60);
  for (const id of Object.keys(defaultNetworks)) {
    expect(id).toMatch(/^[a-z0-9]{10}$/);
    expect(plainNetworkId(`${id}.skadnetwork`)).toBe(id);
  }
});
