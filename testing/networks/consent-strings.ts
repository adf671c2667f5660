/** Consent strings, written by the IAB's own library. */
import { GppModel } from "@iabgpp/cmpapi";

const bitfield = (numbers: readonly number[]) =>
  Array.from({ length: 24 }, (_, n) => numbers.includes(n + 1));

/** A TC string with consent to these purposes and vendors. */
export function aTcString({
  purposes = [],
  vendors = [],
  ...fields
}: { purposes?: readonly number[]; vendors?: readonly number[] } & Record<string, unknown> = {}): string {
  const model = new GppModel();
  model.setFieldValue("tcfeuv2", "PurposeConsents", bitfield(purposes));
  model.setFieldValue("tcfeuv2", "VendorConsents", [...vendors]);
  for (const [name, value] of Object.entries(fields)) model.setFieldValue("tcfeuv2", name, value);
  return model.encodeSection("tcfeuv2");
}

/** Consent to everything, for the vendors of Google, Amazon Ads, LinkedIn, Moloco and Mintegral. */
export const everyPurpose = { purposes: [1, 2, 3, 4, 7, 9, 10], vendors: [755, 793, 804, 807, 867] };

/** A GPP string with these fields in the named sections. */
export function aGppString(sections: Record<string, Record<string, unknown>>): string {
  const model = new GppModel();
  for (const [section, fields] of Object.entries(sections))
    for (const [name, value] of Object.entries(fields)) model.setFieldValue(section, name, value);
  return model.encode();
}

export const optedOut = aGppString({
  usnat: { SaleOptOut: 1, SharingOptOut: 1, TargetedAdvertisingOptOut: 1 },
});
export const notOptedOut = aGppString({ usnat: { SaleOptOut: 2 } });
export const ofAChild = aGppString({ usnat: { KnownChildSensitiveDataConsents: [0, 1, 0] } });
