import { z } from "zod";
import { conversionFields } from "@/lib/apple/conversion-values/schema";
import { conversionValue } from "@/lib/apple/conversion-values/value";
import { initBody } from "@/lib/facts/app-calls/schema";
import { registerInstall } from "@/lib/facts/installs/register";
import { clientRoute } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { json } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { countryIn } from "@/lib/traffic/ip-lists/country";

const post = defineRoute(clientRoute, {
  summary: "Register an app start",
  description:
    "Call once at each app start. The first call with an `install_instance_id` registers the install, which is attributed in the background; later calls count as app opens.",
  tag: "Start and attribution",
  contract: true,
  body: initBody,
  example: {
    token: "ct_yourProjectsToken",
    install_instance_id: "a-uuid-of-this-install",
    platform: "ANDROID",
    app_version: "1.0.0",
    device_data: { device_name: "Pixel 9" },
  },
  answers: {
    202: {
      description: "Stored. Attribution runs in the background; read it with `attribution-data`.",
      body: z.object({
        processing_id: z.string(),
        status: z.literal("accepted"),
        message: z.string(),
        success: z.literal(true),
        ...conversionFields,
      }),
    },
  },
  async handle({ caller, call, body }) {
    const userAgent = call.header("user-agent");
    const { processingId } = await registerInstall(caller.project, body, {
      userAgent,
      address: call.address,
      country: countryIn(call),
      now: call.now,
    });
    return json(202, {
      processing_id: processingId,
      status: "accepted",
      message: "Install event accepted for processing",
      success: true,
      ...(await conversionValue(caller.project, body, { userAgent, now: call.now })),
    });
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/client/init", { POST: post });
