/** Signs calls with OAuth 1.0a (RFC 5849, HMAC-SHA1). A JSON body is not part of the signature. */
import { createHmac } from "node:crypto";

export type OAuth1Keys = {
  consumer_key: string;
  consumer_secret: string;
  access_token: string;
  access_token_secret: string;
};

/** As RFC 3986; encodeURIComponent leaves five more characters as they are. */
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The `authorization` header. `form` has the parameters of the query and of a form, which the signature includes. */
export function oauth1Header(
  { method, url, form = {} }: { method: string; url: string; form?: Record<string, string> },
  keys: OAuth1Keys,
  { nonce, at }: { nonce: string; at: Date },
): string {
  const own = {
    oauth_consumer_key: keys.consumer_key,
    oauth_nonce: nonce,
    oauth_signature_method: "HMAC-SHA1",
    oauth_timestamp: String(Math.floor(at.getTime() / 1_000)),
    oauth_token: keys.access_token,
    oauth_version: "1.0",
  };
  const parameters = Object.entries({ ...own, ...form })
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join("&");
  const signed = [method, url, parameters].map(encode).join("&");
  const key = `${encode(keys.consumer_secret)}&${encode(keys.access_token_secret)}`;
  const signature = createHmac("sha1", key).update(signed).digest("base64");
  return `OAuth ${Object.entries({ ...own, oauth_signature: signature })
    .map(([name, value]) => `${encode(name)}="${encode(value)}"`)
    .join(", ")}`;
}
