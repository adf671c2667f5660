import {
  changeFormats,
  changeName,
  changePassword,
  showMe,
  showMemberProjects,
  signOutEverywhere,
} from "@/lib/accounts/profile";
import {
  displayFormats,
  endedSession,
  endedSessions,
  me,
  memberProjectsQuery,
  memberSessions,
  passwordInput,
  profile,
  profileInput,
  projectChoice,
} from "@/lib/accounts/schema";
import { callOrigin } from "@/lib/accounts/sessions/origin";
import { noSessionCookie, sessionCookieOf } from "@/lib/accounts/sessions/session";
import { endOneSession, endOtherSessions, listSessions } from "@/lib/accounts/sessions/sessions";
import { sessionRoute } from "@/lib/gateway/session-routes";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";

const changed = "Password changed. All other sessions have ended.";

export const meRoutes = {
  "/me": {
    GET: defineRoute(sessionRoute, {
      summary: "Get the signed-in member with accounts and the first 100 projects",
      tag: "Members",
      answers: { 200: { msg: "Signed in.", data: me } },
      handle: async ({ caller }) => ok("Signed in.", await showMe(caller.member)),
    }),
    PATCH: defineRoute(sessionRoute, {
      summary: "Change your name",
      tag: "Members",
      body: profileInput,
      answers: { 200: { msg: "Saved.", data: profile } },
      handle: async ({ caller, body }) => ok("Saved.", await changeName(caller.member, body.name)),
    }),
  },
  "/me/projects": {
    GET: defineRoute(sessionRoute, {
      summary: "Search your projects by name or ID",
      description: "The first 100 by name, archived ones last, and their number. With `ids`, all of them.",
      tag: "Members",
      query: memberProjectsQuery,
      answers: { 200: { msg: "Projects.", data: projectChoice } },
      handle: async ({ caller, query }) => ok("Projects.", await showMemberProjects(caller.member, query)),
    }),
  },
  "/me/formats": {
    PUT: defineRoute(sessionRoute, {
      summary: "Choose number and date formats and the first day of the week",
      description: "Null uses the browser's format.",
      tag: "Members",
      body: displayFormats,
      answers: { 200: { msg: "Saved.", data: displayFormats } },
      handle: async ({ caller, body }) => ok("Saved.", await changeFormats(caller.member, body)),
    }),
  },
  "/me/password": {
    POST: defineRoute(sessionRoute, {
      summary: "Change your password",
      description: "Ends all your sessions. The response's cookie starts a new one.",
      tag: "Members",
      body: passwordInput,
      answers: {
        200: { msg: changed },
        400: { msg: "Wrong password." },
        409: { msg: "The password was changed in the meantime." },
        429: { msg: "Too many attempts. Please try again in a few minutes." },
      },
      async handle({ caller, body, call }) {
        const passwords = { current: body.current_password, next: body.new_password };
        const session = await changePassword(caller.member, passwords, await callOrigin(call));
        return { ...ok(changed, null), cookies: [await sessionCookieOf(session)] };
      },
    }),
  },
  "/me/sessions": {
    GET: defineRoute(sessionRoute, {
      summary: "List your sessions",
      description:
        "The 200 most recently used sessions. A session ends after 30 days, or after 7 days without use.",
      tag: "Members",
      answers: { 200: { msg: "Sessions.", data: memberSessions } },
      handle: async ({ caller }) => ok("Sessions.", await listSessions(caller.member, caller.session)),
    }),
    DELETE: defineRoute(sessionRoute, {
      summary: "End all your other sessions",
      tag: "Members",
      answers: { 200: { msg: "All other sessions ended.", data: endedSessions } },
      handle: async ({ caller }) =>
        ok("All other sessions ended.", await endOtherSessions(caller.member, caller.session)),
    }),
  },
  "/me/sessions/:session": {
    DELETE: defineRoute(sessionRoute, {
      summary: "End one of your sessions",
      tag: "Members",
      answers: {
        200: { msg: "Session ended.", data: endedSession },
        404: { msg: "This session has already ended." },
      },
      async handle({ caller, call }) {
        const id = (call.params.session ?? "").toLowerCase();
        const ended = ok("Session ended.", await endOneSession(caller.member, id));
        return id === caller.session ? { ...ended, cookies: [noSessionCookie()] } : ended;
      },
    }),
  },
  "/me/sign-out-everywhere": {
    POST: defineRoute(sessionRoute, {
      summary: "End all your sessions, including this one",
      tag: "Members",
      answers: { 200: { msg: "Signed out everywhere." } },
      async handle({ caller }) {
        await signOutEverywhere(caller.member);
        return { ...ok("Signed out everywhere.", null), cookies: [noSessionCookie()] };
      },
    }),
  },
};
