import { actorOf } from "@/lib/accounts/audit/actor";
import { setBilling } from "@/lib/accounts/projects/manage";
import { billing, billingInput } from "@/lib/accounts/projects/schema";
import { projectRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

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
