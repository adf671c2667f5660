import { expect, test } from "vitest";
import { oauth1Header } from "@/lib/outbound/kinds/oauth1";

/** The example of X's page "Creating a signature". */
const keys = {
  consumer_key: "xvz1evFS4wEEPTGEFPHBog",
  consumer_secret: "kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw",
  access_token: "370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb",
  access_token_secret: "LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE",
};
const form = { include_entities: "true", status: "Hello Ladies + Gentlemen, a signed OAuth request!" };
const once = { nonce: "kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg", at: new Date(1_318_622_958_000) };

test.each([
  ["https://api.twitter.com/1/statuses/update.json", "tnnArxj06cWHq44gCs1OSKk/jLY="],
  ["https://api.twitter.com/1.1/statuses/update.json", "hCtSmYh+iHYCEqBWrE7C7hYmtUk="],
])("the published signature of a call to %s", (url, signature) => {
  expect(oauth1Header({ method: "POST", url, form }, keys, once)).toBe(
    `OAuth oauth_consumer_key="xvz1evFS4wEEPTGEFPHBog", oauth_nonce="${once.nonce}", oauth_signature_method="HMAC-SHA1", oauth_timestamp="1318622958", oauth_token="${keys.access_token}", oauth_version="1.0", oauth_signature="${encodeURIComponent(signature)}"`,
  );
});
