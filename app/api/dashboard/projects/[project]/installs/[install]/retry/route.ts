import { z } from "zod";
import { actorOf } from "@/lib/accounts/audit/actor";
import { tryAgain } from "@/lib/attribution/retry";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { envelope } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const path = "/api/dashboard/projects/:project/installs/:install/retry";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  POST: defineRoute(projectRoute("installs.write"), {
    summary: "Try once more to decide an install that was put aside",
    description: "It has five tries again, like a new one.",
    tag: "Installs",
    answers: {
      202: { msg: "It is tried again.", data: z.null() },
      404: { msg: "Install not found!" },
      409: { msg: "This install was not put aside." },
    },
    async handle({ caller, call }) {
      await tryAgain(caller.project, call.params.install ?? "", actorOf(caller.member));
      return envelope(202, "It is tried again.", null);
    },
  }),
});
