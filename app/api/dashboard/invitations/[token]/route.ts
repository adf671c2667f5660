import { originOf } from "@/lib/accounts/access/origin";
import { acceptInvitation, showInvitation } from "@/lib/accounts/invitations/accept";
import { accepted, acceptInput, offer } from "@/lib/accounts/schema";
import { visitorRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const over = "This invitation is used up, withdrawn or expired. Ask for a new one.";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  "/api/dashboard/invitations/:token",
  {
    GET: defineRoute(visitorRoute, {
      summary: "What an invitation offers",
      tag: "Members",
      answers: { 200: { msg: "The invitation is open.", data: offer }, 404: { msg: over } },
      handle: async ({ caller, call }) =>
        ok("The invitation is open.", await showInvitation(call.params.token ?? "", caller.member, call.now)),
    }),
    POST: defineRoute(visitorRoute, {
      summary: "Accept an invitation",
      description:
        "Someone new chooses a name and a password; a member is signed in, or gives the password and no name.",
      tag: "Members",
      body: acceptInput,
      answers: {
        200: { msg: "Welcome.", data: accepted },
        400: { description: "Name or password missing or wrong." },
        404: { msg: over },
        409: { description: "Somebody who comes as new has an account here already." },
        429: { msg: "Too many attempts. Please try again in a few minutes." },
      },
      async handle({ caller, body, call }) {
        const from = { ...(await originOf(call)), signedIn: caller.member };
        return ok("Welcome.", await acceptInvitation(call.params.token ?? "", body, from));
      },
    }),
  },
);
