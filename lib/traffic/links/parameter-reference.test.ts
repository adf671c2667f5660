import { expect, test } from "vitest";
import { linkParameters } from "@/lib/traffic/links/parameter-reference";
import { adNetworkOf, adPlacementOf, readParams } from "@/lib/traffic/links/params";

test("each documented parameter is read under all of its names", () => {
  expect(linkParameters.length).toBeGreaterThan(10);
  for (const { name, alsoNamed } of linkParameters.filter((each) => each.name !== "c"))
    for (const each of [name, ...alsoNamed]) {
      const sent = [[each, "00000000-aaaa-4aaa-8aaa-000000000001"]] as const;
      const { ad, advertisingId } = readParams(sent);
      const read = [...Object.values(ad), advertisingId, ...Object.values(adPlacementOf(sent))];
      const network = adNetworkOf(null, each === "utm_source" ? [[each, "google"]] : sent, "");
      expect(network !== null || read.some((value) => value !== null), each).toBe(true);
    }
});
