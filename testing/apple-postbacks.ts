import { generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { commandLine } from "@/lib/accounts/audit/actor";
import type { AppleKeys } from "@/lib/apple/postbacks/keys";
import { signedText } from "@/lib/apple/postbacks/skan";
import { createListing, newListingId } from "@/lib/campaigns/store-listings/listings";
import { readStoreUrl } from "@/lib/campaigns/store-url";
import type { AProject } from "@/testing/factories";

const production = generateKeyPairSync("ec", { namedCurve: "P-256" });
const development = generateKeyPairSync("ec", { namedCurve: "P-256" });

/** Replace Apple's keys, so that tests can sign postbacks for their own apps. */
export const testAppleKeys: AppleKeys = {
  skan: production.publicKey,
  aak: new Map([
    ["apple-cas-identifier/0", { key: production.publicKey, isTest: false }],
    ["apple-development-identifier/1", { key: development.publicKey, isTest: true }],
  ]),
};

type Json = Record<string, unknown>;

/** A random app ID, which other tests do not use. */
export const anAppId = () => 1_000_000_000 + Math.floor(Math.random() * 8_000_000_000_000);

/** Adds the app to the project's store listings, so that its postbacks belong to the project. */
export async function listApp(app: AProject, appId: number, now = new Date()): Promise<void> {
  const page = readStoreUrl(`https://apps.apple.com/app/id${appId}`);
  if ("problem" in page) throw new Error(page.problem);
  await createListing(app.project, { name: null, page }, commandLine, { id: newListingId(), now });
}

export function aSkanPostback(appId: number, fields: Json = {}): Json {
  const postback: Json = {
    version: "4.0",
    "ad-network-id": "v9wttpbfk9.skadnetwork",
    "source-identifier": "5239",
    "app-id": appId,
    "transaction-id": randomUUID(),
    redownload: false,
    "source-app-id": 1_234_567_891,
    "fidelity-type": 1,
    "did-win": true,
    "postback-sequence-index": 0,
    ...fields,
  };
  const text = Buffer.from(signedText(postback));
  return {
    ...postback,
    "attribution-signature": sign("sha256", text, production.privateKey).toString("base64"),
  };
}

export function anAakPostback(
  appId: number,
  {
    payload = {},
    unsigned: fields = {},
    isTest = false,
  }: { payload?: Json; unsigned?: Json; isTest?: boolean } = {},
): Json {
  const part = (value: Json) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const header = part({
    kid: isTest ? "apple-development-identifier/1" : "apple-cas-identifier/0",
    alg: "ES256",
  });
  const body = part({
    "postback-identifier": randomUUID().toUpperCase(),
    "ad-network-identifier": "example123.adattributionkit",
    "source-identifier": "1234",
    "advertised-item-identifier": appId,
    "conversion-type": "download",
    "impression-type": "app-impression",
    "postback-sequence-index": 0,
    "did-win": true,
    ...payload,
  });
  const { privateKey } = isTest ? development : production;
  const signature = sign("sha256", Buffer.from(`${header}.${body}`), {
    key: privateKey,
    dsaEncoding: "ieee-p1363",
  });
  return {
    "jws-string": `${header}.${body}.${signature.toString("base64url")}`,
    "ad-interaction-type": "click",
    ...fields,
  };
}
