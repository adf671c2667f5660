import { setUpDone, setUpInput, setUpQuery, setUpState } from "@/lib/accounts/schema";
import { isSetUpOpen, setUp } from "@/lib/accounts/set-up";
import { visitorRoute } from "@/lib/gateway/session-routes";
import { createdReply, ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

export const setupRoutes = {
  "/setup": {
    GET: defineRoute(visitorRoute, {
      summary: "Check a setup link",
      tag: "Members",
      query: setUpQuery,
      answers: { 200: { data: setUpState } },
      async handle({ query }) {
        const open = await isSetUpOpen(query.token ?? "");
        return ok(open ? "The link works." : "The link was already used or replaced.", { open });
      },
    }),
    POST: defineRoute(visitorRoute, {
      summary: "Create the first member, the owner of the first account",
      tag: "Members",
      body: setUpInput,
      answers: {
        201: { msg: "Account created.", data: setUpDone },
        410: { msg: "This link was already used or replaced. Restart the server to get a new one." },
      },
      async handle({ body }) {
        const { account_name: accountName, ...owner } = body;
        return createdReply("Account created.", await setUp({ ...owner, accountName }));
      },
    }),
  },
};
