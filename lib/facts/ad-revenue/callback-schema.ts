/** The parameters of a mediation's callback, as texts with filled macros. Runs in the browser too. */
import { z } from "zod";
import { isMeaningfulId } from "@/lib/base/text/placeholders";

/** An unfilled macro in the form of any mediation: `{IDFA}`, `{{idfa}}`, `[IDFA]`, `${IDFA}`, `%%IDFA%%`. */
const unfilled = /^(\$?\{+[^{}]*\}+|\[[^[\]]*\]|%%[^%]*%%)$/;

/** The value without spaces; absent for unfilled macros and words such as `null`. */
const filled = (value: unknown) => {
  const text = typeof value === "string" ? value.trim() : "";
  return unfilled.test(text) || !isMeaningfulId(text) ? undefined : text;
};

const text = (field: string, max: number, description: string) =>
  z
    .preprocess(filled, z.string().max(max, `${field} must not be longer than ${max} characters.`).optional())
    .meta({ description });

const number = (field: string) =>
  z.preprocess((value) => {
    const sent = filled(value);
    return sent === undefined ? undefined : Number(sent);
  }, z.number({ error: `${field} must be a number.` }).optional());

export const adRevenueCallback = z.object({
  amount: number("amount").meta({
    description: "Revenue of the impression, in units of `currency`. Or send `amount_micros`.",
    type: "string",
  }),
  amount_micros: number("amount_micros").meta({
    description: "Revenue in millionths of the currency's unit.",
    type: "string",
  }),
  currency: text("currency", 16, "ISO 4217 code; `USD` by default, as in AppLovin MAX."),
  install_instance_id: text(
    "install_instance_id",
    128,
    "The install's ID, if the app sets it as the mediation's user ID.",
  ),
  user_id: text("user_id", 256, "Your ID for the user, if the app sets it as the mediation's user ID."),
  device_id: text("device_id", 128, "The advertising ID or the vendor's ID of the device."),
  network: text("network", 128, "The ad network that paid for the impression."),
  placement: text("placement", 128, "Your name for the place in the app."),
  ad_unit: text("ad_unit", 128, "The mediation's ID of the ad unit."),
  ad_format: text("ad_format", 128, "The format of the ad."),
  precision: text("precision", 64, "How exact the amount is, in the mediation's words."),
  platform: text("platform", 64, "`ANDROID` or `IOS`."),
  impression_id: text(
    "impression_id",
    256,
    "The mediation's ID of the impression. Repeats within 30 days are ignored.",
  ),
});

/** The parameters with the macros of a mediation, to be pasted into its dashboard. */
export type CallbackTemplate = { label: string; note: string; query: Record<string, string> };

/** Fields of our parameters by the macros that a mediation documents for its postbacks. */
export const callbackTemplates: Record<"max", CallbackTemplate> = {
  max: {
    label: "AppLovin MAX",
    note: "AppLovin enables impression postbacks on request and does not sign them. We know these macros from AppLovin's public pages, but could not test them for impression postbacks: compare them with the list that your account team sends you.",
    query: {
      user_id: "{USER_ID}",
      device_id: "{IDFA}",
      amount: "{REVENUE}",
      currency: "USD",
      network: "{NETWORK_NAME}",
      placement: "{PLACEMENT}",
      ad_unit: "{AD_UNIT_ID}",
      ad_format: "{AD_FORMAT}",
      impression_id: "{EVENT_ID}",
    },
  },
};

export const callbackUrl = (server: string, key: string, { query }: CallbackTemplate): string =>
  `${server}/api/callbacks/ad-revenue/${key}?${Object.entries(query)
    .map(([name, macro]) => `${name}=${macro}`)
    .join("&")}`;
