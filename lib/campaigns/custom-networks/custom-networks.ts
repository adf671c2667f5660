/** The ad networks of a project: the built-in ones, and those that it added. */

import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { Refusal } from "@/lib/base/refusal";
import {
  type CustomNetworkRow,
  countCampaigns,
  deleteCustomNetwork,
  findCustomNetworks,
  insertCustomNetwork,
  updateCustomNetwork,
} from "@/lib/campaigns/custom-networks/queries";
import {
  builtInNetworkText,
  type NetworkChange,
  type NetworkInput,
  type networkList,
  type oneNetwork,
  type ShownNetwork,
} from "@/lib/campaigns/custom-networks/schema";
import { findCustomCode } from "@/lib/campaigns/known-network-queries";
import {
  networkLabel,
  networkNamed,
  noNetworkValue,
  selectableNetworks,
  unnamedCampaign,
  urlParameters,
} from "@/lib/campaigns/networks";

type Owner = Pick<Project, "id" | "accountId">;
type Context = { by: Actor; now: Date };

const maxCustomNetworks = 200;

const unknown = () => new Refusal("not_found", "Not found.");

function refuse(field: string, why: string) {
  return new Refusal("already_exists", why, { status: 409, fields: { [field]: why } });
}

const present = (row: CustomNetworkRow, campaigns: number): ShownNetwork => ({
  ...row,
  name: networkLabel(row.code),
  is_custom: true,
  campaigns,
  created_at: row.created_at.toISOString(),
});

export async function listNetworks({ id }: Owner): Promise<z.output<typeof networkList>> {
  const [rows, campaigns] = await Promise.all([findCustomNetworks(id), countCampaigns(id)]);
  const count = (code: string) => campaigns.get(code) ?? 0;
  const builtIn = selectableNetworks.map((network) => ({
    code: network.code,
    name: network.label,
    is_custom: false,
    click_parameter: network.clickIds[0] ?? (network.macros.clickid ? "clickid" : null),
    publisher_parameter: network.macros.publisher_id ? "publisher_id" : null,
    link_parameters: urlParameters(network),
    campaigns: count(network.code),
    created_at: null,
  }));
  return { networks: [...rows.map((row) => present(row, count(row.code))), ...builtIn] };
}

export async function addNetwork(
  project: Owner,
  input: NetworkInput,
  { by, now }: Context,
): Promise<z.output<typeof oneNetwork>> {
  const reserved = [noNetworkValue, unnamedCampaign, "organic", "direct"];
  if (networkNamed(input.name)) throw refuse("name", builtInNetworkText);
  if (reserved.includes(input.name.toLowerCase())) throw refuse("name", "Choose another name.");
  const outcome = await insertCustomNetwork(project, input, { max: maxCustomNetworks, now }, by);
  if (outcome.made) return { network: present(outcome.made, 0) };
  if (outcome.is_full)
    throw new Refusal("limit_reached", `A project has at most ${maxCustomNetworks} networks of its own.`);
  if (outcome.is_affiliate) throw refuse("name", "An affiliate has this name.");
  if (outcome.is_parameter) throw refuse("click_parameter", parameterTakenText);
  throw refuse("name", "A network with this name already exists.");
}

const parameterTakenText = "Another network of this project uses this click ID parameter.";

export async function changeNetwork(
  project: Owner,
  code: string,
  change: NetworkChange,
  { by, now }: Context,
): Promise<z.output<typeof oneNetwork>> {
  const stored = await findCustomCode(project.id, code);
  if (stored === null) throw unknown();
  const { changed, is_parameter } = await updateCustomNetwork(project, stored, change, now, by);
  if (is_parameter) throw refuse("click_parameter", parameterTakenText);
  if (!changed) throw unknown();
  return { network: await findCustomNetwork(project, stored) };
}

/** One of the project's own networks. */
export async function findCustomNetwork(project: Owner, code: string): Promise<ShownNetwork> {
  const stored = await findCustomCode(project.id, code);
  const { networks } = await listNetworks(project);
  const network = stored === null ? undefined : networks.find((each) => each.code === stored);
  if (!network) throw unknown();
  return network;
}

export async function removeNetwork(project: Owner, code: string, by: Actor): Promise<{ code: string }> {
  const stored = await findCustomCode(project.id, code);
  if (stored === null) throw unknown();
  await deleteCustomNetwork(project, stored, by);
  return { code: stored };
}
