import NextAuth, { type AuthOptions } from "next-auth";
import type { SessionToken } from "@/lib/accounts/access/member";
import { sessionDays } from "@/lib/accounts/access/member";
import { otherProviders } from "@/lib/accounts/access/providers";
import { findOrInvite } from "@/lib/accounts/invitations/join";
import { knownBrowserAge, knownBrowserCookie, knownBrowserMark } from "@/lib/accounts/sessions/known-places";
import { findMemberBySession } from "@/lib/accounts/sessions/member-queries";
import { callOrigin } from "@/lib/accounts/sessions/origin";
import {
  cookiesOfCall,
  readSessionClaims,
  secureCookies,
  sessionClaims,
  sessionSecret,
} from "@/lib/accounts/sessions/session";
import { beginSession, endSession } from "@/lib/accounts/sessions/sessions";
import { signIn } from "@/lib/accounts/sign-in";
import { completeEnv, env } from "@/lib/base/env";
import { log } from "@/lib/base/log";
import { Refusal } from "@/lib/base/refusal";
import { sameOriginPath } from "@/lib/base/web/same-origin-path";
import { refuseOtherOrigins } from "@/lib/gateway/same-origin";
import type { Call } from "@/lib/platform/http/call";
import { errorHeader, json, type Reply } from "@/lib/platform/http/reply";
import { failedReply, refusalReply } from "@/lib/platform/http/route";

/** The paths that may be called below /api/auth. */
const actions: Record<string, string[]> = {
  csrf: ["GET"],
  providers: ["GET"],
  session: ["GET", "POST"],
  signin: ["GET", "POST"],
  callback: ["GET", "POST"],
  signout: ["GET", "POST"],
  error: ["GET"],
};

const bodyLimit = 16 * 1024;

/** next-auth reads the address that other services redirect to from this setting. */
let explanation = "";
function checkAppAddress() {
  if (explanation === env.APP_URL) return;
  explanation = env.APP_URL;
  completeEnv({ NEXTAUTH_URL: explanation });
}

/** Answers /api/auth/… with next-auth, after checks of our own. */
export async function answerAuth(call: Call): Promise<Reply> {
  const reply = await answer(call).catch((error) =>
    error instanceof Refusal ? refusalReply(error, "fields") : failedReply(error, call, "fields"),
  );
  reply.headers["x-request-id"] = call.requestId;
  reply.headers["cache-control"] ??= "no-store";
  return reply;
}

async function answer(call: Call): Promise<Reply> {
  const [action = "", provider] = call.path.split("/").slice(3).filter(Boolean);
  // This is the log of errors in the browser; outside callers may not write into our log.
  if (action === "_log") return json(200, {});
  const methods = Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (!methods) throw new Refusal("not_found", "Not found.");
  const allowed = action === "callback" && provider === "credentials" ? ["POST"] : methods;
  if (!allowed.includes(call.method)) {
    throw new Refusal("method_not_allowed", `Method not allowed. Use ${allowed.join(" or ")}.`, {
      headers: { allow: allowed.join(", ") },
    });
  }
  refuseOtherOrigins(call);
  const body = call.method === "POST" ? await form(call) : {};
  return throughNextAuth(call, body, action, provider);
}

async function form(call: Call): Promise<Record<string, string>> {
  const text = new TextDecoder().decode(await call.bytes(bodyLimit));
  if (call.header("content-type")?.includes("application/json")) {
    try {
      const sent = JSON.parse(text);
      return Object.fromEntries(Object.entries(sent ?? {}).map(([key, value]) => [key, String(value)]));
    } catch {
      throw new Refusal("invalid_json", "The body is not valid JSON.");
    }
  }
  return Object.fromEntries(new URLSearchParams(text));
}

/** The address after signing in or out is always a page of ours, whatever the request contains. */
function ownAddress(input: string): string {
  const own = new URL(env.APP_URL);
  const path = sameOriginPath(input, own.origin);
  return path === null ? own.href : own.origin + path;
}

async function throughNextAuth(call: Call, body: Record<string, string>, action: string, provider?: string) {
  const cookies = cookiesOfCall(call);
  const query: Record<string, string> = Object.fromEntries(call.query);
  for (const sent of [body, query])
    if (sent.callbackUrl !== undefined) sent.callbackUrl = ownAddress(sent.callbackUrl);
  for (const name of Object.keys(cookies)) {
    if (name.endsWith("next-auth.callback-url")) cookies[name] = ownAddress(cookies[name] ?? "");
  }

  checkAppAddress();
  const outcome: Outcome = {};
  const response = new Collected();
  const request = {
    method: call.method,
    headers: {},
    cookies,
    body,
    query: { ...query, nextauth: provider === undefined ? [action] : [action, provider] },
  };
  const options = await optionsFor(call, outcome);
  if (action === "callback" && !options.providers.some(({ id }) => id === provider))
    throw new Refusal("not_found", "Not found.");
  await NextAuth(request as never, response as never, options);
  if (outcome.error) return refusal(outcome.error, call);
  const reply = response.reply();
  if (outcome.signedIn) reply.cookies = [...(reply.cookies ?? []), knownBrowser(outcome.signedIn, call.now)];
  return reply;
}

/**
 * Passes facts around next-auth: the reason for a failure, and the email that this browser has just signed in with.
 */
type Outcome = { error?: unknown; signedIn?: string };

/** The cookie is sent only to the routes that take a password. */
function knownBrowser(email: string, now: Date): string {
  const secure = secureCookies() ? "; Secure" : "";
  const value = `${knownBrowserCookie(email)}=${knownBrowserMark(email, now)}`;
  return `${value}; Path=/api; Max-Age=${knownBrowserAge}; HttpOnly; SameSite=Strict${secure}`;
}

/** A refusal in the form that next-auth's browser code expects: it reads `error` from `url`. */
function refusal(error: unknown, call: Call): Reply {
  if (!(error instanceof Refusal)) return failedReply(error, call, "fields");
  const { code, status, message, headers } = error;
  const url = `${env.APP_URL}/sign-in?error=${status === 429 ? "TooManyAttempts" : "Unavailable"}`;
  return json(status, { msg: message, status, data: null, url, code }, { ...headers, [errorHeader]: code });
}

/** Created for each request, because the results of the callbacks belong to one request. */
async function optionsFor(call: Call, outcome: Outcome): Promise<AuthOptions> {
  const from = await callOrigin(call);
  let begun: SessionToken | null = null;
  // next-auth would put the message of an error into an address, and end sessions while the database is away.
  const guarded = async <T>(work: () => Promise<T | null>): Promise<T | null> => {
    try {
      return await work();
    } catch (error) {
      outcome.error = error;
      return null;
    }
  };
  const begin = async (member: { id: number; email: string; session_version: number }, way: string) => {
    const { id, email, session_version: sessionVersion } = member;
    begun = await beginSession({ id, email, sessionVersion }, from, way);
    outcome.signedIn = email.toLowerCase();
    return member;
  };
  return {
    secret: sessionSecret(),
    session: { strategy: "jwt", maxAge: sessionDays * 24 * 60 * 60 },
    useSecureCookies: secureCookies(),
    pages: { signIn: "/sign-in", error: "/sign-in" },
    logger: {
      // The second argument is never logged, because it contains input of people and responses of services.
      error: (code) => log().info({ code }, "sign-in did not work"),
      warn: () => {},
      debug: () => {},
    },
    providers: [
      {
        id: "credentials",
        name: "Email and password",
        type: "credentials",
        credentials: {},
        async authorize(given) {
          const { email = "", password = "" } = (given ?? {}) as Record<string, string>;
          const member = await guarded(async () => {
            const found = await signIn({ email, password: password.slice(0, 200) }, from);
            return found && begin(found, "password");
          });
          return member && { id: String(member.id) };
        },
      },
      ...otherProviders(),
    ],
    callbacks: {
      redirect: ({ url }) => ownAddress(url),
      async signIn({ user, account }) {
        if (account?.provider === "credentials") return true;
        const person = { email: user.email ?? "", name: user.name ?? "" };
        const member = await guarded(async () => {
          const found = await findOrInvite(person, call.now);
          return found && begin(found, account?.provider ?? "");
        });
        return member !== null;
      },
      async jwt({ token }) {
        if (begun) return sessionClaims(begun);
        const session = readSessionClaims(token);
        if (!session || !(await guarded(() => findMemberBySession(session))))
          throw new Error("The session has expired.");
        return sessionClaims(session);
      },
      async session({ session, token }) {
        const claims = readSessionClaims(token);
        const member = claims && (await guarded(() => findMemberBySession(claims)));
        return { expires: session.expires, user: { name: member?.name ?? "", email: member?.email ?? "" } };
      },
    },
    events: {
      async signOut({ token }) {
        const claims = readSessionClaims(token);
        if (claims) await guarded(() => endSession(claims).then(() => null));
      },
    },
  };
}

/** Collects the calls that next-auth makes on a response of Next's older API. */
class Collected {
  private code = 200;
  private readonly headers: Record<string, string> = {};
  private cookies: string[] = [];
  private body: string | null = null;

  status(code: number) {
    this.code = code;
    return this;
  }

  getHeader(name: string) {
    return name.toLowerCase() === "set-cookie" ? this.cookies : this.headers[name.toLowerCase()];
  }

  setHeader(name: string, value: string | string[]) {
    if (name.toLowerCase() === "set-cookie") this.cookies = [value].flat();
    else this.headers[name.toLowerCase()] = String(value);
    return this;
  }

  json(value: unknown) {
    this.setHeader("content-type", "application/json; charset=utf-8");
    this.body = JSON.stringify(value);
  }

  send(value: unknown) {
    if (typeof value === "string") this.body = value;
    else if (value !== undefined) this.json(value);
  }

  end() {}

  reply(): Reply {
    // next-auth's own errors are bare text.
    if (this.code >= 400 && !this.headers["content-type"])
      return refusalReply(
        new Refusal("sign_in_failed", "This action is not available.", { status: this.code }),
        "fields",
      );
    if (this.code >= 400) this.headers[errorHeader] = "sign_in_failed";
    return { status: this.code, headers: this.headers, cookies: this.cookies, body: this.body };
  }
}
