/** Consent as apps, servers and the dashboard send and read it. */
import { z } from "zod";
import { timestamp } from "@/lib/base/fields";
import { Refusal } from "@/lib/base/refusal";
import { asAbsent, clientFields, optionalText, requiredText } from "@/lib/facts/app-calls/schema";
import { consentPolicy } from "@/lib/facts/consent/policy";
import { attStatuses, attStatusOf, type ConsentSignals, consentAnswer } from "@/lib/facts/consent/signals";

const readAs = <T>(field: string, read: (value: unknown) => T | null, expected: string) =>
  z.preprocess(
    asAbsent,
    z
      .unknown()
      .transform((value, context) => {
        const answer = value === undefined ? undefined : read(value);
        if (answer !== null) return answer;
        context.addIssue({ code: "custom", message: `${field} must be ${expected}.` });
        return z.NEVER;
      })
      .optional(),
  );

const answer = (field: string, description: string) =>
  readAs(field, consentAnswer, "true or false").meta({ description, type: "boolean" });

const signalFields = {
  eea: answer("eea", "The law of the EEA, the United Kingdom or Switzerland applies to the user."),
  ad_user_data: answer("ad_user_data", "The user's data may be used for ads."),
  ad_personalization: answer("ad_personalization", "Ads may be personalized."),
  ad_storage: answer(
    "ad_storage",
    "Data for ads may be stored on the device. If missing, `ad_user_data` applies.",
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
  limit_ad_tracking: answer("limit_ad_tracking", "The device limits ad tracking."),
};

type Sent = { [Part in keyof ConsentSignals]?: ConsentSignals[Part] | undefined };

/** Fields that were not sent are null. */
export function consentSignalsIn(sent: Sent): ConsentSignals {
  const read: ConsentSignals = {
    eea: sent.eea ?? null,
    ad_user_data: sent.ad_user_data ?? null,
    ad_personalization: sent.ad_personalization ?? null,
    ad_storage: sent.ad_storage ?? null,
    att_status: sent.att_status ?? null,
    limit_ad_tracking: sent.limit_ad_tracking ?? null,
  };
  if (Object.values(read).some((value) => value !== null)) return read;
  throw new Refusal("invalid_request", `At least one of ${Object.keys(read).join(", ")} is required!`);
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
  throw new Refusal("identity_missing", "Either device_identifier or user_id is required.");
}

const state = {
  eea: z.boolean().nullable(),
  ad_user_data: z.boolean().nullable(),
  ad_personalization: z.boolean().nullable(),
  ad_storage: z.boolean().nullable(),
  att_status: z.enum(attStatuses).nullable(),
  limit_ad_tracking: z.boolean().nullable(),
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
