import { z } from "zod";
import { maxInstallsOfACall, updateConsentOf } from "@/lib/facts/consent/by-server";
import { consentSignalsIn, consentSubject, serverConsentBody } from "@/lib/facts/consent/schema";
import { dataRoute } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { envelope, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const incomplete = "Consent updated on some installs. Repeat the call for the others.";

const post = defineRoute(dataRoute, {
  summary: "Report a user's consent",
  description: `For users who answered outside the app. Applies to every install the user or device has now, with the same effect as \`set-consent\`. A call changes at most ${maxInstallsOfACall} installs: repeat it while it answers 202.`,
  tag: "Consent",
  body: serverConsentBody,
  example: { user_id: "user-42", eea: true, ad_user_data: false, ad_personalization: false },
  answers: {
    200: {
      msg: "Consent updated successfully!",
      data: z.object({
        installs: z.number().int().meta({ description: "The number of installs it applies to." }),
      }),
    },
    202: {
      msg: incomplete,
      data: z.object({
        installs: z.number().int().meta({
          description: "The number of installs it applies to. Others still have the previous consent.",
        }),
      }),
    },
    400: { msg: "Either device_identifier or user_id is required." },
    404: { msg: "This user or device has no install in the project." },
  },
  async handle({ caller, call, body }) {
    const named = consentSubject(body);
    const signals = consentSignalsIn(body);
    const { installs, complete } = await updateConsentOf(caller.project, named, signals, call.now);
    return complete
      ? ok("Consent updated successfully!", { installs })
      : envelope(202, incomplete, { installs });
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/v1/consent", { POST: post });
