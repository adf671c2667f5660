/** The Google click IDs of an install. Pure. */
import { readReferrer } from "@/lib/attribution/evidence/referrer";
import { deviceReferrer } from "@/lib/facts/app-calls/device";
import type { Fact } from "@/lib/outbound/mapping/fact";
import { clickParam } from "@/lib/outbound/mapping/payload";

/** From the followed link, from the link that brought the user back, and from Play's install referrer. */
export function googleIdsOf(fact: Fact) {
  const play = readReferrer(fact.install && deviceReferrer(fact.install.deviceData));
  const back = paramsOf(fact.url);
  const of = (name: "gclid" | "gbraid" | "wbraid") => back.get(name) || clickParam(fact, name) || play[name];
  return {
    gclid: of("gclid"),
    gbraid: of("gbraid"),
    wbraid: of("wbraid"),
    /** Google distinguishes its click IDs by their source. */
    referrerGclid: play.gclid,
    deepLinkGclid: back.get("gclid") || null,
    cameByAd: ["gclid", "gbraid", "wbraid"].some((name) => back.get(name)),
  };
}

const paramsOf = (url: string | null) =>
  url !== null && URL.canParse(url) ? new URL(url).searchParams : new URLSearchParams();
