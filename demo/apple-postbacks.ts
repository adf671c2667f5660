import { createHash } from "node:crypto";
import type { Chance } from "@/db/chance";
import { commandLine } from "@/lib/accounts/audit/actor";
import type { Postback } from "@/lib/facts/apple-postbacks/postback";
import { keepPostback } from "@/lib/facts/apple-postbacks/receive";
import { saveSetup } from "@/lib/facts/apple-postbacks/setup";
import type { AProject } from "@/testing/factories";

const day = 86_400_000;
const days = 60;

/** The app of the demo's listing in the App Store. */
const appId = "310633997";

type Source = { network: string; source: string; campaign: string | null; daily: number };

const sources: Source[] = [
  { network: "v9wttpbfk9", source: "5239", campaign: "alps-lookalike", daily: 6 },
  { network: "v9wttpbfk9", source: "5240", campaign: "broad-spring", daily: 4 },
  { network: "v9wttpbfk9", source: "52", campaign: null, daily: 2 },
  { network: "cstr6suwn9", source: "1187", campaign: "uac-installs", daily: 5 },
  { network: "22mmun2rn5", source: "73", campaign: "summit-challenge", daily: 3 },
  { network: "ludvb6z3bs", source: "4410", campaign: null, daily: 1 },
];

const fines = [0, 0, 0, 0, 10, 10, 10, 24, 24, 48];

/**
 * What Apple would have told of the demo's ads. Nobody but Apple can sign that, so these are stored as if somebody had
 * verified them, and say in their JSON that they are invented.
 */
export async function tellPostbacks(
  app: AProject,
  chance: Chance,
  campaigns: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  await saveSetup(
    app.project,
    {
      domain: null,
      networks: {},
      sources: sources.flatMap(({ network, source, campaign }) => {
        const id = campaign === null ? undefined : campaigns.get(campaign);
        return id === undefined ? [] : [{ network_id: network, source_identifier: source, campaign_id: id }];
      }),
    },
    commandLine,
    now,
  );
  for (let ago = days; ago > 0; ago--) {
    for (const source of sources) {
      for (let count = chance.count(source.daily); count > 0; count--)
        await tellOne(app, chance, source, ago, now);
    }
  }
  const { invented } = inventOne(chance, sources[0]!, 0);
  const developers = { ...invented, isTest: true, networkId: "development", sourceIdentifier: "1234" };
  await keepPostback(app.project.id, developers, { at: new Date(now.getTime() - 3_600_000), source: "" });
  const forged = inventOne(chance, sources[3]!, 0).invented;
  await keepPostback(
    app.project.id,
    { ...forged, verdict: "bad_signature", why: "Apple's signature is not of these values." },
    { at: new Date(now.getTime() - 7_200_000), source: "" },
  );
}

/** The first postback of an install, and for some the later ones. */
async function tellOne(app: AProject, chance: Chance, source: Source, ago: number, now: Date): Promise<void> {
  const { invented, crowded } = inventOne(chance, source, 0);
  const at = now.getTime() - (ago - chance.next()) * day;
  await keepPostback(app.project.id, invented, { at: new Date(at), source: "" });
  const later = [
    { sequence: 1, after: 7 * day, coarse: "high" as const, share: 0.35 },
    { sequence: 2, after: 35 * day, coarse: "medium" as const, share: 0.25 },
  ];
  for (const { sequence, after, coarse, share } of later) {
    const came = at + after + chance.between(0, 2) * day;
    if (came > now.getTime() || invented.conversionType !== "download" || !chance.happens(share)) continue;
    const postback = {
      ...invented,
      sequence,
      fine: null,
      coarse: crowded && chance.happens(0.6) ? coarse : null,
      sourceIdentifier: source.source.slice(0, 2),
    };
    await keepPostback(app.project.id, withDigest(postback), { at: new Date(came), source: "" });
  }
}

function inventOne(chance: Chance, { network, source }: Source, sequence: number) {
  const crowded = source.length === 4 && chance.happens(0.75);
  const some = crowded || chance.happens(0.5);
  const isNew = chance.happens(0.85);
  const id = chance.hex(32);
  const fine = crowded ? chance.pick(fines) : null;
  const invented = withDigest({
    framework: chance.happens(0.4) ? "aak" : "skan",
    verdict: "verified",
    why: null,
    kid: null,
    isTest: false,
    raw: {},
    uid: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"),
    sequence,
    version: "4.0",
    networkId: network,
    sourceIdentifier: source,
    appId,
    publisherAppId: crowded ? "1234567891" : null,
    sourceDomain: null,
    marketplace: null,
    conversionType: isNew ? "download" : chance.happens(0.7) ? "redownload" : "re-engagement",
    fidelity: 1,
    didWin: true,
    fine,
    coarse: fine === null && some ? chance.pick(["low", "low", "medium", "high"] as const) : null,
    country: crowded ? chance.pick(["DE", "DE", "AT", "CH", "IT"]) : null,
    interaction: chance.happens(0.8) ? "click" : "view",
  });
  return { invented, crowded };
}

function withDigest(postback: Omit<Postback, "digest">): Postback {
  const { raw: _, ...told } = postback;
  const digest = createHash("sha256").update(JSON.stringify(told)).digest("hex");
  const { uid, networkId, sourceIdentifier, sequence, fine, coarse } = told;
  return {
    ...postback,
    digest,
    raw: {
      invented: "by Cairn's demo, and signed by nobody",
      uid,
      networkId,
      sourceIdentifier,
      sequence,
      fine,
      coarse,
    },
  };
}
