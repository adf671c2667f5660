import { z } from "zod";
import { clientRoute } from "@/lib/access/routes";
import { endpoint } from "@/lib/http/endpoint";
import { ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";
import { identify } from "@/lib/users/identify";
import { triggerBody } from "@/lib/users/schema";

const post = defineRoute(clientRoute, {
  summary: "Identify the user (sign-up or login)",
  tag: "Client",
  body: triggerBody,
  answers: {
    200: {
      msg: "Trigger processed successfully",
      data: z.object({ deeplink: z.string(), trigger: z.boolean() }),
    },
  },
  async handle({ caller, call, body }) {
    const { deeplink } = await identify(caller.project, body, {
      userAgent: call.header("user-agent"),
      now: call.now,
    });
    return ok("Trigger processed successfully", { deeplink: deeplink ?? "", trigger: true });
  },
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/client/trigger", {
  POST: post,
});
