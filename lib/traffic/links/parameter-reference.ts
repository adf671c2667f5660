/** The parameters of a tracking link, described for the API reference. */
import { networks } from "@/lib/campaigns/networks";
import {
  type AdField,
  adParameterNames,
  advertisingIds,
  cairnParameters,
  placementNames,
} from "@/lib/traffic/links/params";

const adMeanings: Record<AdField, string> = {
  adSetId: "The ad set's ID at the network.",
  adSetName: "The ad set's name.",
  creativeId: "The ad's ID at the network.",
  creativeName: "The ad's name.",
  keywordId: "The keyword's ID at the network.",
  keywordName: "The keyword.",
  publisherId:
    "The network's ID of the site or app that showed the ad. A custom network may have a parameter of its own.",
};

const listed = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(", ");
const clickIds = networks.filter((network) => network.clickIds.length > 0);

/** The default name of each parameter, its meaning, and its other accepted names. */
export const linkParameters: { name: string; meaning: string; alsoNamed: readonly string[] }[] = [
  {
    name: cairnParameters.campaign,
    meaning: "The campaign's display ID, if it isn't in the path.",
    alsoNamed: [],
  },
  ...Object.entries(adParameterNames).map(([field, [name, ...alsoNamed]]) => ({
    name,
    meaning: adMeanings[field as AdField],
    alsoNamed,
  })),
  {
    name: placementNames.publisherPlatform[0],
    meaning: "The app or site that showed the ad.",
    alsoNamed: placementNames.publisherPlatform.slice(1),
  },
  {
    name: placementNames.platformPosition[0],
    meaning: "The placement in the app or site.",
    alsoNamed: placementNames.platformPosition.slice(1),
  },
  {
    name: advertisingIds[0]!,
    meaning: "The device's advertising ID, if the network sends it. Matches the install exactly.",
    alsoNamed: advertisingIds.slice(1),
  },
  {
    name: "utm_source",
    meaning: "Sets the network if no other parameter does.",
    alsoNamed: [],
  },
  {
    name: clickIds[0]!.clickIds[0]!,
    meaning: `Click IDs that networks append identify the network: ${clickIds
      .map((network) => `${network.label} (${listed(network.clickIds)})`)
      .join(", ")}.`,
    alsoNamed: [],
  },
];
