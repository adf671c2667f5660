/** Finds networks of a project by a name from a caller. */
import type { ProjectId } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";
import { findCustomCode, findCustomCodes } from "@/lib/campaigns/known-network-queries";
import { unknownNetworkText } from "@/lib/campaigns/network-name";
import { networkNamed, networkOfCode, noNetworkValue, normalizedNetworkName } from "@/lib/campaigns/networks";

/** The stored code of a built-in network, or of a custom network of the project; null if the project has none. */
export const findNetworkCode = async (project: ProjectId, code: string): Promise<string | null> =>
  networkOfCode(code)?.code ?? (await findCustomCode(project, code));

/** Reads the names in many rows. Without custom names in `names`, the project's networks are not loaded. */
export async function networkReader(
  project: ProjectId,
  names?: readonly (string | null | undefined)[],
): Promise<(name: string) => string | null> {
  const isLoaded = names === undefined || names.some((name) => name && !networkNamed(name));
  const codes = isLoaded ? await findCustomCodes(project) : [];
  const custom = new Map(codes.map((code) => [normalizedNetworkName(code), code]));
  return (name) => networkNamed(name)?.code ?? custom.get(normalizedNetworkName(name)) ?? null;
}

/** The stored code of a network that must exist; absent values and `none` are returned unchanged. */
export async function knownNetworkCode<Code extends string | null | undefined>(
  project: ProjectId,
  code: Code,
): Promise<Code | string> {
  if (code === null || code === undefined || code === noNetworkValue) return code;
  const known = await findNetworkCode(project, code);
  if (known === null)
    throw new Refusal("invalid_request", unknownNetworkText, { fields: { network: unknownNetworkText } });
  return known;
}
