/** Consent as apps, servers and the dashboard send and read it. */
import { z } from "zod";
import { timestamp } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";
import { Refusal } from "@/lib/base/refusal";
import { asAbsent, clientFields, optionalText, requiredText } from "@/lib/facts/app-calls/schema";
import { maxConsentString } from "@/lib/facts/consent/iab/bits";
import { readGppString, readUsPrivacy } from "@/lib/facts/consent/iab/gpp";
import { readTcString } from "@/lib/facts/consent/iab/tcf";
import { consentPolicy } from "@/lib/facts/consent/policy";
import {
  attStatuses,
  attStatusOf,
  type ConsentSignals,
  consentAnswer,
  withStringAnswers,
} from "@/lib/facts/consent/signals";

const readAs = <T>(field: string, read: (value: unknown) => T | null, expected: string) =>
  z.preprocess(
    asAbsent,
    z
      .unknown()
      .transform((value, context) => {
        const answer = value === undefined ? undefined : read(value);
        if (answer !== null) return answer;
        context.addIssue({ code: "custom", message: t("{field} must be {expected}.", { field, expected }) });
        return z.NEVER;
      })
      .optional(),
  );

const answer = (field: string, description: string) =>
  readAs(field, consentAnswer, "true or false").meta({ description, type: "boolean" });

const consentString = (field: string, expected: string, read: (text: string) => unknown) =>
  optionalText(field, maxConsentString).refine((text) => text === undefined || read(text) !== null, {
    error: t("{field} must be {expected}.", { field, expected }),
  });

/** The strings of consent platforms, of apps and of websites. */
export const consentStrings = {
  tc_string: consentString("tc_string", t("a TC string of version 2"), readTcString),
  gpp_string: consentString("gpp_string", t("a valid GPP string"), readGppString),
};

const signalFields = {
  eea: answer("eea", t("The law of the EEA, the United Kingdom or Switzerland applies to the user.")),
  ad_user_data: answer("ad_user_data", t("The user's data may be used for ads.")),
  ad_personalization: answer("ad_personalization", t("Ads may be personalized.")),
  ad_storage: answer(
    "ad_storage",
    t("Data for ads may be stored on the device. If missing, `ad_user_data` applies."),
  ),
  att_status: readAs(
    "att_status",
    (value) => (typeof value === "string" || typeof value === "number" ? attStatusOf(String(value)) : null),
    `one of ${attStatuses.join(", ")}`,
  ).meta({
    description: "The user's answer to App Tracking Transparency on iOS.",
    type: "string",
    enum: [...attStatuses],
  }),
  limit_ad_tracking: answer("limit_ad_tracking", t("The device limits ad tracking.")),
  us_opt_out: answer(
    "us_opt_out",
    t(
      "The user opted out of the sale or sharing of their data, or of targeted ads, under the law of a US state.",
    ),
  ),
  is_child: answer("is_child", t("The user is a child: nothing is sent to ad networks.")),
  tc_string: consentStrings.tc_string.meta({
    description:
      "The TC string of your consent platform (`IABTCF_TCString`). Sets `eea` and the answers for ads, unless you refuse them in this call.",
    example: "CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA",
  }),
  gpp_string: consentStrings.gpp_string.meta({
    description:
      "The GPP string (`IABGPP_HDR_GppString`). Sets `us_opt_out` and `is_child` from its US sections, and the answers of a TC string in it.",
    example: "DBABTA~1YNN",
  }),
  us_privacy: consentString("us_privacy", "a US Privacy string, such as 1YNN", readUsPrivacy).meta({
    description:
      "The US Privacy string (`IABUSPrivacy_String`) of older consent platforms. Sets `us_opt_out`.",
    example: "1YNN",
  }),
};

type Sent = { [Part in keyof typeof signalFields]?: z.output<(typeof signalFields)[Part]> | undefined };

/** Fields that were not sent are null. */
export function consentSignalsIn(sent: Sent): ConsentSignals {
  const read: ConsentSignals = {
    eea: sent.eea ?? null,
    ad_user_data: sent.ad_user_data ?? null,
    ad_personalization: sent.ad_personalization ?? null,
    ad_storage: sent.ad_storage ?? null,
    att_status: sent.att_status ?? null,
    limit_ad_tracking: sent.limit_ad_tracking ?? null,
    us_opt_out: sent.us_opt_out ?? null,
    is_child: sent.is_child ?? null,
    tc_string: sent.tc_string ?? null,
    gpp_string: sent.gpp_string ?? null,
  };
  const usPrivacy = sent.us_privacy ?? null;
  if ([usPrivacy, ...Object.values(read)].some((value) => value !== null))
    return withStringAnswers(read, usPrivacy);
  const names = Object.keys(signalFields).join(", ");
  throw new Refusal("invalid_request", t("At least one of {names} is required!", { names }));
}

export const setConsentBody = z.object({
  ...clientFields,
  install_instance_id: requiredText("install_instance_id", 128).meta({
    description: "A UUID that the app generates once per install and sends with every call.",
    example: "0b0f6e4c-1d1c-4d43-b1e1-2a6f0c9d7b11",
  }),
  ...signalFields,
});

export const serverConsentBody = z.object({
  user_id: optionalText("user_id", 256).meta({ description: "Applies to all installs of this user." }),
  device_identifier: optionalText("device_identifier", 128).meta({
    description: "An advertising ID, vendor ID or Android ID. Applies to all installs of this device.",
  }),
  ...signalFields,
});

export function consentSubject({ user_id, device_identifier }: z.output<typeof serverConsentBody>) {
  if (user_id || device_identifier) return { user: user_id ?? null, device: device_identifier ?? null };
  throw new Refusal("identity_missing", t("Either device_identifier or user_id is required."));
}

const state = {
  eea: z.boolean().nullable(),
  ad_user_data: z.boolean().nullable(),
  ad_personalization: z.boolean().nullable(),
  ad_storage: z.boolean().nullable(),
  att_status: z.enum(attStatuses).nullable(),
  limit_ad_tracking: z.boolean().nullable(),
  us_opt_out: z.boolean().nullable(),
  is_child: z.boolean().nullable(),
  tc_string: z.string().nullable(),
  gpp_string: z.string().nullable(),
};

/** The consent of one install. */
export const installConsent = z.object({
  /** The permissions from its consent, and from the project's policy if that is missing. */
  allowed: z.object({
    ad_user_data: z.boolean(),
    ad_personalization: z.boolean(),
    advertising_id: z.boolean(),
  }),
  /** Every consent state, the current one first. */
  states: z.array(z.object({ ...state, reported_at: timestamp, source: z.enum(["app", "api"]) })),
});

const share = z.object({ yes: z.number().int(), no: z.number().int() });

/** The consent settings of a project. */
export const projectConsent = z.object({
  policy: consentPolicy,
  days: z.number().int(),
  regions: z.array(
    z.object({
      region: z.enum(["inside", "outside"]),
      installs: z.number().int(),
      ios_installs: z.number().int(),
      ad_user_data: share,
      ad_personalization: share,
      att: share,
      limited: z.number().int(),
    }),
  ),
});
