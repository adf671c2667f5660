import { z } from "zod";
import { conversionFields } from "@/lib/apple/conversion-values/schema";
import { conversionValue } from "@/lib/apple/conversion-values/value";
import { identify } from "@/lib/facts/users/identify";
import { triggerBody } from "@/lib/facts/users/schema";
import { clientRoute } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const post = defineRoute(clientRoute, {
  summary: "Identify the user",
  description:
    "Call at sign-up and login. Links the install to the user: the first new user of an install counts as its sign-up. Later calls only update details.",
  tag: "Users",
  contract: true,
  body: triggerBody,
  example: {
    token: "ct_yourProjectsToken",
    install_instance_id: "a-uuid-of-this-install",
    user_data: { id: "user-42", name: "Ada", email: "ada@example.com" },
  },
  answers: {
    200: {
      msg: "Trigger processed successfully",
      data: z.object({ deeplink: z.string(), trigger: z.boolean(), ...conversionFields }),
    },
  },
  async handle({ caller, call, body }) {
    const context = { userAgent: call.header("user-agent"), now: call.now };
    const { deeplink } = await identify(caller.project, body, context);
    const value = await conversionValue(caller.project, body, context);
    return ok("Trigger processed successfully", { deeplink: deeplink ?? "", trigger: true, ...value });
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/client/trigger", {
  POST: post,
});
