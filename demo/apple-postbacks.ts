import type { Chance } from "@/db/chance";
import { commandLine } from "@/lib/accounts/audit/actor";
import type { Postback } from "@/lib/apple/postbacks/postback";
import { readPostback } from "@/lib/apple/postbacks/read";
import { recordPostback } from "@/lib/apple/postbacks/receive";
import { saveSetup } from "@/lib/apple/postbacks/setup";
import type { AProject } from "@/testing/factories";

const day = 86_400_000;

/** The app of the demo's listing in the App Store. */
const appId = 310_633_997;

const unsigned = "invented by the demo, and signed by nobody";

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
 * What Apple would have told of the demo's ads. Nobody but Apple can sign that: these are stored as if they had been
 * verified, their signature says that they are invented, and whoever verifies one again is told that it isn't Apple's.
 */
export async function addPostbacks(
  app: AProject,
  chance: Chance,
  campaigns: ReadonlyMap<string, number>,
  now: Date,
  days = 60,
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
        await addPostback(app, chance, source, ago, now);
    }
  }
  const [tests, forged] = [sources[0]!, sources[3]!].map((source) => anInstall(chance, source).told);
  const developers = { ...tests!, network: "development", source: "1234" };
  const id = app.project.id;
  const hoursAgo = (hours: number) => ({ at: new Date(now.getTime() - hours * 3_600_000), source: "" });
  await recordPostback(id, { ...verified(developers), isTest: true }, hoursAgo(1));
  await recordPostback(id, read(forged!), hoursAgo(2));
}

/** The first postback of an install, and for some the later ones. */
async function addPostback(
  app: AProject,
  chance: Chance,
  source: Source,
  ago: number,
  now: Date,
): Promise<void> {
  const { told: reported, crowded, isNew } = anInstall(chance, source);
  const at = now.getTime() - (ago - chance.next()) * day;
  await recordPostback(app.project.id, verified(reported), { at: new Date(at), source: "" });
  const later = [
    { sequence: 1, after: 7 * day, coarse: "high" as const, share: 0.35 },
    { sequence: 2, after: 35 * day, coarse: "medium" as const, share: 0.25 },
  ];
  for (const { sequence, after, coarse, share } of later) {
    const came = at + after + chance.between(0, 2) * day;
    if (came > now.getTime() || !isNew || !chance.happens(share)) continue;
    const postback = {
      ...reported,
      sequence,
      fine: null,
      coarse: crowded && chance.happens(0.6) ? coarse : null,
      source: source.source.slice(0, 2),
    };
    await recordPostback(app.project.id, verified(postback), { at: new Date(came), source: "" });
  }
}

type Told = {
  isAak: boolean;
  uid: string;
  sequence: number;
  network: string;
  source: string;
  type: "download" | "redownload" | "re-engagement";
  publisher: number | null;
  fine: number | null;
  coarse: string | null;
  country: string | null;
  interaction: "click" | "view";
};

function anInstall(chance: Chance, { network, source }: Source) {
  const crowded = source.length === 4 && chance.happens(0.75);
  const some = crowded || chance.happens(0.5);
  const isNew = chance.happens(0.85);
  const isAak = chance.happens(0.4);
  const fine = crowded ? chance.pick(fines) : null;
  const reported: Told = {
    isAak,
    uid: chance.hex(32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"),
    sequence: 0,
    network,
    source,
    type: isNew ? "download" : isAak && chance.happens(0.5) ? "re-engagement" : "redownload",
    publisher: crowded ? 1_234_567_891 : null,
    fine,
    coarse: fine === null && some ? chance.pick(["low", "low", "medium", "high"]) : null,
    country: crowded ? chance.pick(["DE", "DE", "AT", "CH", "IT"]) : null,
    interaction: chance.happens(0.8) ? "click" : "view",
  };
  return { told: reported, crowded, isNew };
}

/** As Apple would have written it, but for the signature. */
function read(reported: Told): Postback {
  const values = {
    ...(reported.fine === null ? {} : { "conversion-value": reported.fine }),
    ...(reported.coarse === null ? {} : { "coarse-conversion-value": reported.coarse }),
    ...(reported.country === null ? {} : { "country-code": reported.country }),
  };
  if (!reported.isAak) {
    return readPostback("skan", {
      version: "4.0",
      "ad-network-id": `${reported.network}.skadnetwork`,
      "source-identifier": reported.source,
      "app-id": appId,
      "transaction-id": reported.uid,
      redownload: reported.type === "redownload",
      ...(reported.publisher === null ? {} : { "source-app-id": reported.publisher }),
      "fidelity-type": reported.interaction === "click" ? 1 : 0,
      "did-win": true,
      "postback-sequence-index": reported.sequence,
      ...values,
      "attribution-signature": unsigned,
    });
  }
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const header = part({ kid: "apple-cas-identifier/0", alg: "ES256" });
  const payload = part({
    "postback-identifier": reported.uid.toUpperCase(),
    "ad-network-identifier": `${reported.network}.adattributionkit`,
    "source-identifier": reported.source,
    "advertised-item-identifier": appId,
    "conversion-type": reported.type,
    "impression-type": "app-impression",
    ...(reported.publisher === null ? {} : { "publisher-item-identifier": reported.publisher }),
    "postback-sequence-index": reported.sequence,
    "did-win": true,
  });
  return readPostback("aak", {
    "jws-string": `${header}.${payload}.${Buffer.from(unsigned).toString("base64url")}`,
    "ad-interaction-type": reported.interaction,
    ...values,
  });
}

const verified = (reported: Told): Postback => ({ ...read(reported), verdict: "verified", why: null });
