import { createPublicKey, type KeyObject } from "node:crypto";

const spki = (base64: string): KeyObject =>
  createPublicKey({ key: Buffer.from(base64, "base64"), format: "der", type: "spki" });

/** Apple's public key for SKAdNetwork since 2.1, and for AdAttributionKit in production. */
const production = spki(
  "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEWdp8GPcGqmhgzEFj9Z2nSpQVddayaPe4FMzqM9wib1+aHaaIzoHoLN9zW4K8y4SPykE3YVK3sVqW6Af0lfx3gg==",
);

export type AppleKey = {
  key: KeyObject;
  /** The key signs postbacks that a developer made on a device: these are never counted. */
  isTest: boolean;
};

export type AppleKeys = { skan: KeyObject; aak: ReadonlyMap<string, AppleKey> };

/** Apple's keys by `kid`, copied from its documentation. Apple has no URL to fetch them from. */
export const appleKeys: AppleKeys = {
  skan: production,
  aak: new Map([
    ["apple-cas-identifier/0", { key: production, isTest: false }],
    [
      "apple-development-identifier/0",
      {
        key: spki(
          "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAELeEDzpJEP+/qRSE5hJVC1p1J0ssUnQGMzBBbvnACBok8OVGGLgxL0myrKiy6lvRtSlLRsWit87i+vftD8AEqeQ==",
        ),
        isTest: true,
      },
    ],
    [
      "apple-development-identifier/1",
      {
        key: spki(
          "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE8YzdO7eM97s/IJ25kdW5CZ3A14USE5IJ5Ha/vhWaxI6UBI1ZxCEvjrKxVluVGe6qWwF1BDFq+QHqKfH5u+wxHQ==",
        ),
        isTest: true,
      },
    ],
  ]),
};
