import { originOf } from "@/lib/accounts/access/origin";
import { cookieOf } from "@/lib/accounts/access/session";
import { changePassword } from "@/lib/accounts/profile";
import { passwordInput } from "@/lib/accounts/schema";
import { sessionRoute } from "@/lib/gateway/session-routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const changed = "Password changed. All other sessions are ended.";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint("/api/dashboard/me/password", {
  POST: defineRoute(sessionRoute, {
    summary: "Change one's own password",
    description: "Ends every session of the member; the answer's cookie begins a new one for the caller.",
    tag: "Members",
    body: passwordInput,
    answers: {
      200: { msg: changed },
      400: { msg: "This is not your password." },
      409: { msg: "The password was changed meanwhile." },
      429: { msg: "Too many attempts. Please try again in a few minutes." },
    },
    async handle({ caller, body, call }) {
      const passwords = { current: body.current_password, next: body.new_password };
      const session = await changePassword(caller.member, passwords, await originOf(call));
      return { ...ok(changed, null), cookies: [await cookieOf(session)] };
    },
  }),
});
