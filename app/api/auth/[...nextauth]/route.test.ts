import { scryptSync } from "node:crypto";
import { encode } from "next-auth/jwt";
import { beforeAll, describe, expect, test } from "vitest";
import { DELETE, GET, POST } from "@/app/api/auth/[...nextauth]/route";
import * as dashboard from "@/app/api/dashboard/[...path]/route";
import { disconnect, sql } from "@/db";
import { completeEnv, env } from "@/lib/base/env";
import { randomBase62 } from "@/lib/base/ids";
import { someAddress } from "@/lib/platform/http/testing";
import { limiter } from "@/lib/platform/limits/limiter";
import { aMember } from "@/testing/factories";

const base = "http://localhost:3000";
const password = "correct horse battery";

// Lets each test use its own address.
beforeAll(() => completeEnv({ TRUSTED_PROXY_HOPS: "1" }));

/** A browser that keeps its cookies and has one address. */
class Browser {
  readonly cookies = new Map<string, string>();
  private readonly address: string;

  constructor(address = someAddress()) {
    this.address = address;
  }

  async ask(path: string, form?: Record<string, string>, headers: Record<string, string> = {}) {
    const request = new Request(`${base}${path}`, {
      method: form ? "POST" : "GET",
      headers: {
        "x-forwarded-for": this.address,
        host: "localhost:3000",
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(form ? { "content-type": "application/x-www-form-urlencoded" } : {}),
        ...headers,
      },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    });
    const handler = path.startsWith("/api/auth") ? (form ? POST : GET) : dashboard.GET;
    const response = await handler(request);
    for (const cookie of response.headers.getSetCookie()) {
      const [name = "", value = ""] = cookie.split(";")[0]!.split(/=(.*)/);
      if (value === "") this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text.startsWith("{") ? JSON.parse(text) : null,
    };
  }

  async signIn(email: string, secret: string, more: Record<string, string> = {}) {
    const { csrfToken } = (await this.ask("/api/auth/csrf")).body;
    return this.ask("/api/auth/callback/credentials", {
      email,
      password: secret,
      csrfToken,
      json: "true",
      ...more,
    });
  }

  async signOut() {
    const { csrfToken } = (await this.ask("/api/auth/csrf")).body;
    return this.ask("/api/auth/signout", { csrfToken, json: "true" });
  }

  /** Another browser with a copy of this one's cookies. */
  copy(): Browser {
    const copy = new Browser();
    for (const [name, value] of this.cookies) copy.cookies.set(name, value);
    return copy;
  }

  get session() {
    return this.cookies.get("next-auth.session-token");
  }
}

const errorOf = (body: { url: string }) => new URL(body.url).searchParams.get("error");

describe("signing in", () => {
  test("the right password begins a session", async () => {
    const member = await aMember("owner", undefined, { password });
    const browser = new Browser();
    const got = await browser.signIn(member.email.toUpperCase(), password);
    expect(got.status).toBe(200);
    expect(errorOf(got.body)).toBeNull();
    expect((await browser.ask("/api/dashboard/me")).body.data.member.email).toBe(member.email);
    expect((await browser.ask("/api/auth/session")).body.user).toEqual({
      name: "Somebody",
      email: member.email,
    });
  });

  test("scripts and other sites cannot read the session's cookie", async () => {
    const member = await aMember("owner", undefined, { password });
    const got = await new Browser().signIn(member.email, password);
    const cookie = got.headers.getSetCookie().find((one) => one.startsWith("next-auth.session-token="));
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
  });

  test("an unknown email and a wrong password get the same response", async () => {
    const member = await aMember("owner", undefined, { password });
    const wrong = await new Browser().signIn(member.email, "not the password");
    const unknown = await new Browser().signIn(`${randomBase62(8)}@example.com`, "not the password");
    const without = await new Browser().signIn((await aMember("owner")).email, "not the password");
    for (const got of [wrong, unknown, without]) {
      expect(got.status).toBe(401);
      expect(got.body).toEqual(wrong.body);
      expect(errorOf(got.body)).toBe("CredentialsSignin");
    }
  });

  test("an unknown email takes as much processor time as a wrong password", async () => {
    const member = await aMember("owner", undefined, { password });
    const time = async (email: string) => {
      const browser = new Browser();
      const before = process.cpuUsage();
      await browser.signIn(email, "not the password");
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let i = 0; i < 5; i++) {
      known.push(await time(member.email));
      unknown.push(await time(`${randomBase62(8)}@example.com`));
    }
    // Measured in this process, including its password threads, so other load on the machine does not count.
    expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 2);
    expect(Math.min(...known)).toBeGreaterThan(Math.min(...unknown) / 2);
  });

  test("sign-in without next-auth's token begins no session", async () => {
    const member = await aMember("owner", undefined, { password });
    const browser = new Browser();
    await browser.ask("/api/auth/callback/credentials", { email: member.email, password, json: "true" });
    expect(browser.session).toBeUndefined();
  });

  test("403 if another site sends the form", async () => {
    const member = await aMember("owner", undefined, { password });
    const browser = new Browser();
    const { csrfToken } = (await browser.ask("/api/auth/csrf")).body;
    const form = { email: member.email, password, csrfToken, json: "true" };
    for (const headers of [
      { origin: "https://evil.example" },
      { "sec-fetch-site": "cross-site" },
      { origin: "null" },
    ]) {
      expect((await browser.ask("/api/auth/callback/credentials", form, headers as never)).status).toBe(403);
    }
    expect(browser.session).toBeUndefined();
    await browser.ask("/api/auth/callback/credentials", form, {
      origin: base,
      "sec-fetch-site": "same-origin",
    });
    expect(browser.session).toBeDefined();
  });
});

/** The audit log of a member's account, oldest first. */
const logOf = (account: number) => sql<{ action: string; actor: string; target: string; detail: object }[]>`
  select action, actor, target, detail from audit_log where account_id = ${account} order by id`;

describe("signing out", () => {
  test("sign-out ends the session: a copied cookie is rejected and not renewed", async () => {
    const member = await aMember("owner", undefined, { password });
    const browser = new Browser();
    await browser.signIn(member.email, password);
    const thief = browser.copy();
    expect((await thief.ask("/api/dashboard/me")).status).toBe(200);
    await browser.signOut();
    expect(browser.session).toBeUndefined();
    expect((await thief.ask("/api/dashboard/me")).status).toBe(401);
    expect((await thief.ask("/api/auth/session")).body).toEqual({});
    expect(thief.session).toBeUndefined();
  });

  test("sign-out ends only that session", async () => {
    const member = await aMember("owner", undefined, { password });
    const [here, there] = [new Browser(), new Browser()];
    await here.signIn(member.email, password);
    await there.signIn(member.email, password);
    await here.signOut();
    expect((await there.ask("/api/dashboard/me")).status).toBe(200);
  });

  test("signing in again in one browser ends its previous session", async () => {
    const member = await aMember("owner", undefined, { password });
    const browser = new Browser();
    await browser.signIn(member.email, password);
    const before = browser.copy();
    await browser.signIn(member.email, password);
    expect((await before.ask("/api/dashboard/me")).status).toBe(401);
    expect((await browser.ask("/api/dashboard/me")).status).toBe(200);
  });

  test("a cookie without a revocable session is rejected", async () => {
    const member = await aMember("owner");
    const secret = env.NEXTAUTH_SECRET ?? "";
    const browser = new Browser();
    browser.cookies.set(
      "next-auth.session-token",
      await encode({ token: { sub: String(member.id), version: 1 }, secret }),
    );
    expect((await browser.ask("/api/dashboard/me")).status).toBe(401);
  });
});

test("the audit log records sign-ins, wrong passwords and sign-outs with the browser", async () => {
  const member = await aMember("owner", undefined, { password });
  const agent = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0" };
  const browser = new Browser();
  const send = async (secret: string) => {
    const { csrfToken } = (await browser.ask("/api/auth/csrf")).body;
    const form = { email: member.email, password: secret, csrfToken, json: "true" };
    await browser.ask("/api/auth/callback/credentials", form, agent);
  };
  await send("not the password");
  await expect.poll(() => logOf(member.account)).toHaveLength(1);
  await send(password);
  await browser.signOut();
  const on = { browser: "Firefox on Linux" };
  expect(await logOf(member.account)).toEqual([
    { action: "session.refuse", actor: "not signed in", target: member.email, detail: on },
    {
      action: "session.begin",
      actor: member.email,
      target: member.email,
      detail: { ...on, way: "password" },
    },
    { action: "session.sign-out", actor: member.email, target: member.email, detail: on },
  ]);
});

test("an older, weaker hash is accepted and upgraded without ending sessions", async () => {
  const member = await aMember("owner");
  const salt = Buffer.from("0123456789abcdef");
  const weaker = env.PASSWORD_COST - 1;
  const digest = scryptSync(password, salt, 32, { N: 2 ** weaker, r: 8, p: 1 });
  const old = `$scrypt$ln=${weaker},r=8,p=1$${salt.toString("base64")}$${digest.toString("base64")}`;
  await sql`update members set password_hash = ${old} where id = ${member.id}`;
  const [first, second] = [new Browser(), new Browser()];
  await first.signIn(member.email, password);
  const [row] = await sql<{ password_hash: string }[]>`
    select password_hash from members where id = ${member.id}`;
  expect(row?.password_hash.startsWith(`$scrypt$ln=${env.PASSWORD_COST},r=8,p=3$`)).toBe(true);
  await second.signIn(member.email, password);
  expect((await second.ask("/api/dashboard/me")).status).toBe(200);
  expect((await first.ask("/api/dashboard/me")).status).toBe(200);
});

describe("guessing", { timeout: 300_000 }, () => {
  const network = () => `2001:db8:${Math.floor(Math.random() * 65_536).toString(16)}:1`;

  /** Fills the bucket of guesses directly, because each real guess takes a quarter of a second. */
  const guessFromElsewhere = async (email: string, times: number) => {
    const bucket = { key: `sign-in-email:${email}`, limit: { count: 100, windowMs: 3_600_000 } };
    for (let i = 0; i < times; i++) await limiter().take([bucket], performance.now());
  };

  test("all addresses of a /64 count as one: 429 after ten wrong passwords from ten of them", async () => {
    const member = await aMember("owner", undefined, { password });
    const prefix = network();
    for (let i = 0; i < 10; i++)
      expect((await new Browser(`${prefix}::${i + 1}`).signIn(member.email, `guess ${i}`)).status).toBe(401);
    expect((await new Browser(`${prefix}:a:b:c:d`).signIn(member.email, "guess")).status).toBe(429);
    expect((await new Browser(`${network()}::1`).signIn(member.email, password)).status).toBe(200);
  });

  test("distributed guesses do not lock out networks and browsers from which the member signed in before", async () => {
    const member = await aMember("owner", undefined, { password });
    const home = network();
    const laptop = new Browser(`${home}::1`);
    expect((await laptop.signIn(member.email, password)).status).toBe(200);
    await guessFromElsewhere(member.email, 98);
    const last = [1, 2, 3].map(() => new Browser().signIn(member.email, "a guess"));
    const statuses = (await Promise.all(last)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(2);
    expect((await new Browser().signIn(member.email, password)).status).toBe(429);

    const travelling = laptop.copy();
    travelling.cookies.delete("next-auth.session-token");
    expect((await travelling.signIn(member.email, password)).status).toBe(200);
    expect((await new Browser(`${home}:2:3:4:5`).signIn(member.email, password)).status).toBe(200);
  });

  test("a known browser has its own ten guesses, and only for members who signed in with it", async () => {
    const [member, other] = [
      await aMember("owner", undefined, { password }),
      await aMember("owner", undefined, { password }),
    ];
    const browser = new Browser();
    await browser.signIn(member.email, password);
    const elsewhere = () => browser.copy();
    for (let i = 0; i < 10; i++)
      expect((await elsewhere().signIn(member.email, `guess ${i}`)).status).toBe(401);
    expect((await elsewhere().signIn(member.email, password)).status).toBe(429);
    await guessFromElsewhere(other.email, 100);
    expect((await elsewhere().signIn(other.email, password)).status).toBe(429);
    const forged = new Browser();
    for (const [name, value] of browser.cookies)
      if (name.startsWith("cairn-browser")) forged.cookies.set(name, value.replace(/.$/, "x"));
    await guessFromElsewhere(member.email, 100);
    expect((await forged.signIn(member.email, password)).status).toBe(429);
  });

  test("429 after ten wrong passwords for an email from one address, also for the right password", async () => {
    const member = await aMember("owner", undefined, { password });
    const address = someAddress();
    for (let i = 0; i < 10; i++) {
      expect((await new Browser(address).signIn(member.email, `guess ${i}`)).status).toBe(401);
    }
    const refused = await new Browser(address).signIn(member.email, password);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("600");
    expect(errorOf(refused.body)).toBe("TooManyAttempts");
    expect(refused.body.msg).toBe("Too many attempts. Please try again in a few minutes.");
    const elsewhere = new Browser();
    await elsewhere.signIn(member.email, password);
    expect(elsewhere.session).toBeDefined();
  });

  test("concurrent guesses are counted, too", async () => {
    const member = await aMember("owner", undefined, { password });
    const address = someAddress();
    const got = await Promise.all(
      Array.from({ length: 30 }, (_, i) => new Browser(address).signIn(member.email, `guess ${i}`)),
    );
    const tried = got.filter(({ status }) => status === 401).length;
    // Two passwords are checked at a time, so one more may pass.
    expect(tried).toBeGreaterThanOrEqual(10);
    expect(tried).toBeLessThanOrEqual(11);
  });

  test("a successful sign-in does not use up guesses", async () => {
    const member = await aMember("owner", undefined, { password });
    const address = someAddress();
    for (let i = 0; i < 12; i++)
      expect((await new Browser(address).signIn(member.email, password)).status).toBe(200);
  });
});

describe("the page after signing in", () => {
  test.each([
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "/.//evil.example/x",
    "/%2e//evil.example/x",
    "javascript:alert(1)",
    "http://localhost:3000@evil.example/",
    "http:evil.example",
    "%%%",
  ])("stays on this origin for callbackUrl=%s", async (callbackUrl) => {
    const member = await aMember("owner", undefined, { password });
    const browser = new Browser();
    const got = await browser.signIn(member.email, password, { callbackUrl });
    expect(new URL(got.body.url).origin).toBe(base);
    const page = await browser.ask(`/api/auth/signin?callbackUrl=${encodeURIComponent(callbackUrl)}`);
    expect(page.status).toBe(302);
    const to = new URL(page.headers.get("location") ?? "", base);
    expect(to.origin).toBe(base);
    expect(new URL(to.searchParams.get("callbackUrl") ?? "", base).origin).toBe(base);
    const out = await browser.ask("/api/auth/signout", {
      csrfToken: (await browser.ask("/api/auth/csrf")).body.csrfToken,
      callbackUrl,
      json: "true",
    });
    expect(new URL(out.body.url).origin).toBe(base);
    expect(browser.session).toBeUndefined();
  });

  test("returns to a page of this site", async () => {
    const member = await aMember("owner", undefined, { password });
    const got = await new Browser().signIn(member.email, password, { callbackUrl: "/p/5/settings?x=1" });
    expect(got.body.url).toBe(`${base}/p/5/settings?x=1`);
  });
});

describe("sign-in with an external service", () => {
  test("the return address is the configured one, whatever the Host header, over https with a Secure cookie", async () => {
    const member = await aMember("owner", undefined, { password });
    const google = { GOOGLE_CLIENT_ID: "an id", GOOGLE_CLIENT_SECRET: "a secret" };
    completeEnv({ ...google, APP_URL: "https://cairn.example.net" });
    try {
      const got = await new Browser().ask("/api/auth/providers", undefined, {
        host: "evil.example",
        "x-forwarded-host": "evil.example",
      });
      expect(got.body.google.callbackUrl).toBe("https://cairn.example.net/api/auth/callback/google");
      const signedIn = await new Browser().signIn(member.email, password);
      const cookie = signedIn.headers.getSetCookie().find((one) => one.includes("session-token="));
      expect(cookie).toMatch(/^__Secure-next-auth\.session-token=.*Secure/);
    } finally {
      completeEnv({ GOOGLE_CLIENT_ID: "", GOOGLE_CLIENT_SECRET: "", APP_URL: "" });
    }
  });
});

describe("other paths below /api/auth", () => {
  test("unknown paths get a 404 and wrong methods a 405, in the envelope", async () => {
    const browser = new Browser();
    for (const path of [
      "/api/auth/nothing",
      "/api/auth",
      "/api/auth/__proto__",
      "/api/auth/callback/github?code=1",
    ]) {
      const got = await browser.ask(path);
      expect(got).toMatchObject({ status: 404, body: { msg: "Not found.", status: 404, data: null } });
    }
    const credentials = await browser.ask("/api/auth/callback/credentials");
    expect(credentials).toMatchObject({ status: 405, body: { status: 405 } });
    expect(credentials.headers.get("allow")).toBe("POST");
    const deleted = await DELETE(new Request(`${base}/api/auth/session`, { method: "DELETE" }));
    expect(deleted.status).toBe(405);
  });

  test("a body that is not JSON is 400, a long one 413", async () => {
    const post = (body: string, type: string) =>
      POST(
        new Request(`${base}/api/auth/signout`, { method: "POST", body, headers: { "content-type": type } }),
      );
    expect((await post("{", "application/json")).status).toBe(400);
    expect((await post("x=".padEnd(20_000, "x"), "application/x-www-form-urlencoded")).status).toBe(413);
  });

  test("a forged, empty or truncated session cookie is rejected", async () => {
    const { session } = await aMember("owner");
    for (const cookie of [
      "next-auth.session-token=x",
      "next-auth.session-token=",
      session.slice(0, -8),
      `${session}x`,
    ]) {
      const got = await dashboard.GET(new Request(`${base}/api/dashboard/me`, { headers: { cookie } }));
      expect(got.status).toBe(401);
    }
  });
});

describe("while the database is unavailable", () => {
  test("503 without a reason, and the session is kept", async () => {
    const member = await aMember("owner", undefined, { password });
    const browser = new Browser();
    await browser.signIn(member.email, password);
    const stored = browser.session;
    const { DATABASE_URL = "", DATABASE_SOCKET = "" } = env;
    await disconnect();
    completeEnv({ DATABASE_URL: "postgres://cairn@127.0.0.1:1/nowhere", DATABASE_SOCKET: "" });
    try {
      const session = await browser.ask("/api/auth/session");
      expect(session.status).toBe(503);
      expect(browser.session).toBe(stored);
      const got = await new Browser().signIn(member.email, password);
      expect(got).toMatchObject({ status: 503, body: { status: 503, data: null } });
      expect(got.text).not.toMatch(/127\.0\.0\.1|ECONNREFUSED|select/);
    } finally {
      await disconnect();
      completeEnv({ DATABASE_URL, DATABASE_SOCKET });
    }
    expect((await browser.ask("/api/dashboard/me")).status).toBe(200);
  });
});
