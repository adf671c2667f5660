/** Which parameters of a link arrived with a click, and how. Pure. */
import { networks, sharedClickParameters } from "@/lib/campaigns/networks";
import { advertisingIds, cairnParameters, isUnreplacedMacro } from "@/lib/traffic/links/params";
import type { LinkArrival } from "@/lib/traffic/tester/schema";

type ArrivedParameter = NonNullable<LinkArrival["click"]>["parameters"][number];

const maxParameters = 60;
const maxShown = 120;

const idParameters = new Set([
  ...advertisingIds,
  ...sharedClickParameters,
  ...networks.flatMap(({ clickIds }) => clickIds.map((name) => name.toLowerCase())),
]);

const ownNames = new Set<string>(Object.values(cairnParameters));

/** The names in a query; the campaign and Cairn's own parameters are not the network's. */
export const namesInQuery = (query: string): string[] =>
  [...new Set(new URLSearchParams(query).keys())].filter((name) => name !== "" && !ownNames.has(name));

/**
 * The state of each expected parameter, then of the others that arrived. A name is compared without case, like those of
 * clicks.
 */
export function arrivedParameters(
  expected: readonly string[],
  params: Readonly<Record<string, string>>,
  ownIds: readonly string[] = [],
): ArrivedParameter[] {
  const arrived = new Map(Object.entries(params).map(([name, value]) => [name.toLowerCase(), value]));
  const ids = new Set([...idParameters, ...ownIds.map((name) => name.toLowerCase())]);
  const named = new Map<string, string>();
  for (const name of [...expected, ...Object.keys(params)]) {
    const key = name.toLowerCase();
    if (!ownNames.has(name) && !named.has(key)) named.set(key, name);
  }
  return [...named].slice(0, maxParameters).map(([key, name]): ArrivedParameter => {
    const value = arrived.get(key);
    const state = stateOf(value);
    // An unfilled macro is not an ID of anyone.
    const isShown = value !== undefined && (state === "literal" || (state === "filled" && !ids.has(key)));
    return { name, state, value: isShown ? value.slice(0, maxShown).toWellFormed() : null };
  });
}

function stateOf(value: string | undefined): ArrivedParameter["state"] {
  if (value === undefined) return "missing";
  if (value.trim() === "") return "empty";
  return isUnreplacedMacro(value) ? "literal" : "filled";
}
