import { projectRoute } from "@/lib/access/session-routes";
import { actorOf } from "@/lib/audit/actor";
import { endpoint } from "@/lib/http/endpoint";
import { ok } from "@/lib/http/reply";
import { defineRoute } from "@/lib/http/route";
import { setBilling } from "@/lib/projects/manage";
import { billing, billingInput } from "@/lib/projects/schema";

const path = "/api/dashboard/projects/:project/billing";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(path, {
  PUT: defineRoute(projectRoute("billing.write"), {
    summary: "Suspend a project, with a link to pay, or resume it",
    description: "Reporting answers 402 while it is suspended; everything else goes on.",
    tag: "Projects",
    body: billingInput,
    answers: { 200: { msg: "Saved.", data: billing } },
    async handle({ caller, body, call }) {
      const wanted = { suspended: body.suspended, paymentLink: body.payment_link };
      return ok("Saved.", await setBilling(caller.project, wanted, actorOf(caller.member), call.now));
    },
  }),
});
