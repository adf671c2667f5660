import { actorOf } from "@/lib/accounts/audit/actor";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { erasePerson } from "@/lib/privacy/person";
import { erased, eraseInput } from "@/lib/privacy/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  "/api/dashboard/projects/:project/privacy/erase",
  {
    POST: defineRoute(projectRoute("people.erase"), {
      summary: "Erase a person",
      description:
        "Takes out whatever tells who it was; figures stay as they were counted. Later data of the person is refused with 400.",
      tag: "Privacy",
      body: eraseInput,
      answers: { 200: { msg: "Erased.", data: erased }, 404: { msg: "Nothing is known of this person." } },
      async handle({ caller, body, call }) {
        const person = { user: body.user || null, install: body.install || null };
        return ok("Erased.", await erasePerson(caller.project, person, actorOf(caller.member), call.now));
      },
    }),
  },
);
