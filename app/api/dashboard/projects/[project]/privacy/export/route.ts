import { actorOf } from "@/lib/accounts/audit/actor";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { exportPerson } from "@/lib/privacy/person";
import { personExport, personInput } from "@/lib/privacy/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  "/api/dashboard/projects/:project/privacy/export",
  {
    POST: defineRoute(projectRoute("people.export"), {
      summary: "Everything that is known of a person",
      tag: "Privacy",
      body: personInput,
      answers: {
        200: { msg: "Person.", data: personExport },
        404: { msg: "Nothing is known of this person." },
      },
      async handle({ caller, body }) {
        const person = { user: body.user || null, install: body.install || null };
        return ok("Person.", await exportPerson(caller.project, person, actorOf(caller.member)));
      },
    }),
  },
);
