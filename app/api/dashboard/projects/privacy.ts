import { actorOf } from "@/lib/accounts/audit/actor";
import { projectRoute } from "@/lib/gateway/session-routes";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { erasePerson, exportPerson } from "@/lib/privacy/person";
import { eraseInput, erasureResult, personExport, personInput } from "@/lib/privacy/schema";

export const privacyRoutes = {
  "/projects/:project/privacy/erase": {
    POST: defineRoute(projectRoute("people.erase"), {
      summary: "Erase a person",
      description:
        "Removes everything that identifies the person; figures are kept. Later calls with data of the person get 400.",
      tag: "Privacy",
      body: eraseInput,
      answers: {
        200: { msg: "Erased.", data: erasureResult },
        404: { msg: "The project has no data about this person." },
      },
      async handle({ caller, body, call }) {
        const person = { user: body.user || null, install: body.install || null };
        return ok("Erased.", await erasePerson(caller.project, person, actorOf(caller.member), call.now));
      },
    }),
  },
  "/projects/:project/privacy/export": {
    POST: defineRoute(projectRoute("people.export"), {
      summary: "Export all data about a person",
      tag: "Privacy",
      body: personInput,
      answers: {
        200: { msg: "Person.", data: personExport },
        404: { msg: "The project has no data about this person." },
      },
      async handle({ caller, body }) {
        const person = { user: body.user || null, install: body.install || null };
        return ok("Person.", await exportPerson(caller.project, person, actorOf(caller.member)));
      },
    }),
  },
};
