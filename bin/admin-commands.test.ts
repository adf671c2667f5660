import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { parseCommand } from "@/bin/admin/cli/command";
import { printedAnswer } from "@/bin/admin/cli/present";
import { loadCommands } from "@/bin/admin/commands";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import vectors from "@/lib/attribution/evidence/vectors.json" with { type: "json" };
import { isFrozenError } from "@/lib/base/database-failure";
import { completeEnv } from "@/lib/base/env";
import { randomBase62 } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";
import { registerInstall } from "@/lib/facts/installs/register";
import { capturePayment } from "@/lib/facts/payments/capture";
import { identify } from "@/lib/facts/users/identify";
import { addAudience } from "@/lib/outbound/audiences/manage/audiences";
import { audienceInput } from "@/lib/outbound/audiences/schema";
import { someAddress } from "@/lib/platform/http/testing";
import { anAppId, listApp } from "@/testing/apple-postbacks";
import {
  type AProject,
  aCampaign,
  anAttributedUser,
  aProject,
  decideEverything,
  someName,
} from "@/testing/factories";
import { anApplePushService } from "@/testing/push/apns";
import { aFirebaseService } from "@/testing/push/fcm";

const commands = await loadCommands();

/** Runs every command on one project, in an order in which somebody might use them. */
const folder = mkdtempSync(join(tmpdir(), "cairn-commands-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string) => join(folder, name);
const used = new Set<string>();

// biome-ignore lint/suspicious/noExplicitAny: what came is for the test to look at.
async function run(name: string, ...args: string[]): Promise<any> {
  used.add(name);
  const parsed = parseCommand(commands, [...name.split(" "), ...args]);
  if (!("command" in parsed)) throw new Error("no command");
  const answer = await parsed.command.run(parsed.given).catch((error) => {
    if (error instanceof Refusal) return { error: error.message };
    throw error;
  });
  if (!answer) throw new Error("nothing was answered");
  expect(printedAnswer(answer)).toMatch(/\S\n$/);
  expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
  return answer;
}

const context = () => ({ userAgent: null, address: someAddress(), now: new Date() });

async function aPhone(app: AProject): Promise<string> {
  const install_instance_id = randomBase62(12);
  await registerInstall(
    app.project,
    { token: app.token, install_instance_id, platform: "IOS" } as never,
    context(),
  );
  await decideEverything(app);
  return install_instance_id;
}

test("each command and option that a document prints exists", () => {
  const root = join(import.meta.dirname, "..");
  const documents = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name));
  const printed = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", ...documents].flatMap((document) => {
    const text = readFileSync(join(root, document), "utf8");
    const calls = text.matchAll(/ admin -- ([a-z-]+ [a-z-]+)((?:[^\n`|\\]|\\.|\\\n)*)/g);
    return [...calls].map(([, name = "", rest = ""]) => ({ document, name, rest }));
  });
  expect(printed.length).toBeGreaterThan(40);
  const unknown = printed.flatMap(({ document, name, rest }) => {
    const command = commands.find((each) => each.name === name);
    const options = ["json", "help", ...Object.keys(command?.options ?? {})];
    const named = [...rest.matchAll(/ --([a-z-]+)/g)].map(([, option = ""]) => option);
    const wrong = named.filter((option) => !options.includes(option)).map((option) => ` --${option}`);
    return command && wrong.length === 0 ? [] : [`${document}: ${name}${wrong.join("")}`];
  });
  expect(unknown).toEqual([]);
});

test("a project is deleted with its name as confirmation, and restored", async () => {
  const made = await run("project create", "--name", "Over", "--account", someName("Agency"));
  const P = ["--project", made.slug];
  expect(await run("project delete", ...P, "--confirm", "over")).toEqual({
    error: "Type the project's name, “Over”, to delete it.",
  });
  expect(await run("project delete", ...P, "--confirm", "Over")).toMatchObject({
    project_id: made.project_id,
  });
  const { projects } = await run("project deleted");
  expect(projects).toContainEqual(
    expect.objectContaining({ id: made.project_id, deleted_by: "command line", removed: "no" }),
  );
  expect(await run("project delete", ...P, "--confirm", "Over")).toEqual({
    error: `There is no project "${made.slug}".`,
  });
  expect(await run("project restore", ...P)).toEqual({ project_id: made.project_id, name: "Over" });
  expect(await run("project restore", ...P)).toEqual({
    error: `There is no deleted project "${made.slug}".`,
  });
});

test("members", async () => {
  const email = `gil.${randomBase62(6).toLowerCase()}@example.com`;
  const account = ["--account", someName("Agency")];
  const password = ["--password", "correct horse"];
  expect(await run("user create", "--email", email, ...password, ...account)).toMatchObject({
    email,
    role: "owner",
  });
  expect(await run("user password", "--email", email, "--password", "battery staple")).toMatchObject({
    email,
  });

  const own = await run("project create", "--name", "Own", ...account);
  const foreign = await run("project create", "--name", "Foreign", "--account", someName("Agency"));
  const client = `client.${randomBase62(6).toLowerCase()}@example.com`;
  const create = ["user create", "--email", client, ...password, ...account] as const;
  expect(await run(...create, "--projects", `${foreign.slug}:viewer`)).toEqual({
    error: "A project doesn't belong to this account.",
  });
  expect(await run(...create, "--projects", own.slug)).toEqual({
    error: "--projects: Enter projects as my-app:viewer, separated by commas.",
  });
  expect(await run(...create, "--projects", `${own.slug}:viewer`)).toMatchObject({ role: null });
  const accessOf = async (who: string) => {
    const { members } = await run("user list");
    return members.find((each: { email: string }) => each.email === who)?.access;
  };
  expect(await accessOf(client)).toBe(`${own.slug}:viewer`);
  const access = ["user access", ...account] as const;
  await run(...access, "--email", client, "--projects", `${own.project_id}:admin`);
  expect(await accessOf(client)).toBe(`${own.slug}:admin`);
  await run(...access, "--email", client, "--role", "marketer");
  expect(await accessOf(client)).toBe("marketer");
  expect(await run(...access, "--email", email, "--role", "viewer")).toEqual({
    error: "An account needs an owner. Make someone else an owner first.",
  });

  // An owner who left comes back, as do members of single projects.
  await run(...access, "--email", client, "--role", "owner");
  await sql`
    delete from memberships where member_id = (select id from members where lower(email) = ${email.toLowerCase()})`;
  expect(
    (await run("user list")).members.filter((each: { email: string }) => each.email === email),
  ).toMatchObject([{ account: null, access: null }]);
  expect(await run(...access, "--email", email, "--projects", `${foreign.slug}:viewer`)).toEqual({
    error: "A project doesn't belong to this account.",
  });
  await run(...access, "--email", email, "--projects", `${own.slug}:viewer`);
  expect(await accessOf(email)).toBe(`${own.slug}:viewer`);
  await run(...access, "--email", email, "--role", "owner");
  expect(await accessOf(email)).toBe("owner");
  expect(await run("user access", "--account", "No such", "--email", email, "--role", "owner")).toEqual({
    error: 'There is no account "No such".',
  });
  expect(
    (await run("user list")).members.some(({ account: of }: { account?: string }) => of === "No such"),
  ).toBe(false);
});

test("the operator assigns an app that two projects list", async () => {
  const [first, second] = [await aProject(), await aProject()];
  const appId = anAppId();
  await listApp(first, appId, new Date("2026-01-01T00:00:00Z"));
  const app = ["--app", String(appId)] as const;
  const settle = ["apple-app settle", "--project", second.project.slug, ...app] as const;
  expect(await run(...settle)).toEqual({ error: `The project has no App Store listing of app ${appId}.` });
  const contested = async () => {
    const { claims } = await run("apple-app list");
    return claims.filter(({ app_id }: { app_id: string }) => app_id === String(appId));
  };
  expect(await contested()).toEqual([]);
  await listApp(second, appId, new Date("2026-02-02T00:00:00Z"));
  expect(await contested()).toMatchObject([
    { project_id: first.project.id, claimed_at: "2026-01-01T00:00:00.000Z", settled_at: null },
    { project_id: second.project.id, settled_at: null, last_postback_at: null },
  ]);
  expect(await run(...settle)).toEqual({
    project_id: second.project.id,
    app_id: String(appId),
    settled: true,
    postbacks: 0,
  });
  expect(await run("apple-app list", ...app)).toMatchObject({
    claims: [{ slug: second.project.slug, settled_at: expect.any(String) }, { slug: first.project.slug }],
  });
});

test("projects are created, listed and changed; a time zone and currency follow the screen's rules", async () => {
  const host = `${randomBase62(8).toLowerCase()}.example.com`;
  const account = someName("Agency");
  const made = await run(
    "project create",
    "--name",
    "Wander",
    "--account",
    account,
    "--time-zone",
    "Asia/Kolkata",
    "--currency",
    "INR",
  );
  const P = ["--project", made.slug];
  const { projects } = await run("project list");
  expect(projects.find(({ id }: { id: number }) => id === made.project_id)).toEqual({
    id: made.project_id,
    slug: made.slug,
    name: "Wander",
    account,
    platforms: "IOS,ANDROID",
    time_zone: "Asia/Kolkata",
    currency: "INR",
    suspended: false,
    archived: false,
    created_at: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  expect(
    await run(
      "project set",
      ...P,
      "--name",
      "Roam",
      "--time-zone",
      "Europe/Berlin",
      "--currency",
      "eur",
      "--platforms",
      "ios",
      "--website",
      "https://example.com/",
    ),
  ).toEqual({
    project_id: made.project_id,
    slug: made.slug,
    name: "Roam",
    platforms: "IOS",
    time_zone: "Europe/Berlin",
    currency: "EUR",
    website: "https://example.com/",
  });
  expect(await run("project set", ...P, "--website=")).toMatchObject({ website: null, name: "Roam" });
  expect(await run("project set", ...P)).toEqual({ error: "The request has no changes." });
  expect(await run("project set", ...P, "--time-zone", "Berlin")).toEqual({
    error: "--time-zone: Enter a time zone, such as Europe/Berlin.",
  });
  expect(await run("project suspend", ...P)).toMatchObject({ suspended: true });
  expect(await run("project resume", ...P)).toMatchObject({ suspended: false });
  expect(await run("project archive", ...P)).toMatchObject({ archived: true });
  expect(await run("project unarchive", ...P)).toMatchObject({ archived: false });
  const page = "https://apps.apple.com/us/app/wander/id1234567890";
  expect(await run("store-listing create", ...P, "--name", "Main", "--url", page)).toMatchObject({
    platform: "IOS",
  });
  expect(await run("affiliate add", ...P, "--name", "Partner")).toMatchObject({ channel: "Partner" });
  const custom = ["--name", "Acme Ads", "--click-parameter", "acme_click"];
  const windows = ["--click-window-days", "14", "--view-window-hours", "0"];
  expect(await run("network create", ...P, ...custom, ...windows)).toEqual({
    ...{ code: "Acme_Ads", name: "Acme Ads" },
    ...{ click_window_days: 14, view_window_hours: 0 },
  });
  expect(await run("network create", ...P, "--name", "Slow Ads", "--click-window-days", "31")).toEqual({
    error: "--click-window-days: Enter at most 30 days.",
  });
  expect(await run("network create", ...P, "--name", "facebook")).toEqual({
    error: "This is the name of a built-in network. Choose it in the campaign.",
  });
  const { key: clickKey } = await run("network click-key", ...P, "--network", "acme ads");
  expect(clickKey).toMatch(/^[A-Za-z0-9_-]{32}$/);
  expect(await run("network click-key", ...P, "--network", "applovin")).not.toMatchObject({
    key: clickKey,
  });
  const rotated = await run("network rotate-key", ...P, "--network", "acme ads", "--hours", "24");
  expect(rotated).toMatchObject({ network: "Acme_Ads", generation: 2, previous_until: expect.any(String) });
  expect(rotated.key).not.toBe(clickKey);
  expect(await run("network click-key", ...P, "--network", "acme ads")).toEqual(rotated);
  expect(await run("network rotate-key", ...P, "--network", "acme ads", "--hours", "721")).toMatchObject({
    error: expect.stringContaining("Hours must be at most 720."),
  });
  expect(await run("network click-key", ...P, "--network", "nobody")).toEqual({
    error: "Unknown ad network.",
  });
  expect(await run("network-account add", ...P, "--network", "meta", "--name", "Main")).toMatchObject({
    network: "META",
  });

  const { domain_id } = await run("domain add", ...P, "--host", host);
  const { domains } = await run("domain list", ...P);
  expect(domains).toEqual([
    expect.objectContaining({ host: `${made.slug}.localhost`, is_primary: true, verified: true }),
    { domain_id, host, is_primary: false, verified: true, link_base: expect.any(String), checked_at: null },
  ]);
  expect(await run("domain remove", ...P, "--host", host)).toEqual({ domain_id, host, removed: true });
  expect(await run("domain remove", ...P, "--host", host)).toEqual({
    error: `The project has no domain ${host}.`,
  });
  expect((await run("domain remove", ...P, "--host", `${made.slug}.localhost`)).error).toMatch(
    /^This is the primary domain/,
  );

  const key = await run("server-key create", ...P, "--name", "Nightly");
  const { server_keys } = await run("server-key list", ...P);
  expect(server_keys.map(({ name, state }: { name: string; state: string }) => [name, state])).toEqual(
    expect.arrayContaining([["Nightly", "active"]]),
  );
  expect(JSON.stringify(server_keys)).not.toContain(key.server_key);
  expect(await run("server-key revoke", ...P, "--key", "Nightly")).toMatchObject({
    id: key.id,
    revoked: true,
  });
});

test("scheduled files: created with a test of the storage, run, listed, removed", async () => {
  const app = await aProject();
  const P = ["--project", String(app.project.id)];
  const input = {
    title: "Warehouse",
    datasets: ["campaigns"],
    format: "csv",
    cadence: "daily",
    storage: "folder",
  };
  const create = (more = {}) =>
    run("file-export create", ...P, "--export", JSON.stringify({ ...input, ...more }));
  expect(await create()).toEqual({
    error: "This server allows no folder. The operator can set EXPORT_FOLDER.",
  });
  completeEnv({ EXPORT_FOLDER: join(folder, "exports"), DATA_DIR: join(folder, "data") });
  expect(await create({ datasets: [] })).toEqual({
    error: "--export: datasets: Choose at least one dataset.",
  });
  expect(await run("file-export host-key", "--host", "10.0.0.1")).toEqual({
    error: "Its host is in a private network. An operator can allow it with OUTBOUND_ALLOW.",
  });
  expect(await run("file-export host-key", "--host", "a b")).toEqual({
    error: expect.stringContaining("Enter the name of the host, such as files.example.com, without a port."),
  });
  expect(await run("file-export create", ...P, "--export", "daily")).toMatchObject({
    error: expect.stringContaining("--export must be a JSON object, such as {"),
  });
  const made = await create();
  expect(made.storage).toEqual({ accepted: true, text: "Cairn wrote a file and removed it." });
  const I = [...P, "--id", String(made.id)];
  expect((await run("file-export run", ...I)).run).toMatchObject({ state: "done", problem: null });
  expect((await run("file-export runs", ...I)).runs).toHaveLength(1);
  expect(await run("file-export earlier-files", ...I)).toEqual({ files: [], more: false });
  expect((await run("file-export list", ...P)).exports).toMatchObject([{ id: made.id, title: "Warehouse" }]);
  expect(await run("file-export remove", ...I, "--yes")).toEqual({ id: made.id });
  expect(await run("file-export runs", ...I)).toEqual({ error: "Not found." });
});

test("audiences: run, listed, paused, resumed", async () => {
  const app = await aProject();
  const P = ["--project", String(app.project.id)];
  const campaign = await aCampaign(app);
  await anAttributedUser(app, campaign.id, { email: "a@example.com", userId: "a" });
  const input = audienceInput.parse({ title: "All", conditions: {}, kind: "csv" });
  const { audience } = await addAudience(app.project, input, commandLine, new Date());
  // Adding one starts its first run.
  const members = async () => (await run("audience list", ...P)).audiences[0].last?.members;
  await expect.poll(members).toBe(1);
  const I = [...P, "--id", String(audience.id)];
  await anAttributedUser(app, campaign.id, { email: "b@example.com", userId: "b" });
  expect(await run("audience pause", ...I)).toMatchObject({ id: audience.id, on: false });
  expect((await run("audience run", ...I)).run).toMatchObject({ state: "done", added: 0, members: 1 });
  expect(await run("audience resume", ...I)).toMatchObject({ on: true });
  expect((await run("audience run", ...I)).run).toMatchObject({ state: "done", added: 1, members: 2 });
  expect((await run("audience runs", ...I)).runs).toHaveLength(3);
  expect(await run("audience pause", ...P, "--id", "999999999")).toEqual({ error: "Not found." });
});

test("SQL roles: the address is printed once, and a revoked role is not listed", async () => {
  const app = await aProject();
  const made = await run("sql-role create", "--project", String(app.project.id));
  expect(new URL(made.url).username).toBe(made.role);
  const list = async () => (await run("sql-role list")).roles;
  expect(await list()).toContainEqual(
    expect.objectContaining({ role: made.role, project: app.project.id, personal: false }),
  );
  expect(JSON.stringify(await list())).not.toContain(new URL(made.url).password);
  expect(await run("sql-role revoke", "--role", made.role)).toEqual({ role: made.role, revoked: true });
  expect((await list()).map(({ role }: { role: string }) => role)).not.toContain(made.role);
});

test("figures are recalculated in another zone and currency before the command ends", async () => {
  const app = await aProject({ timeZone: "UTC", currency: "USD" });
  const P = ["--project", String(app.project.id)];
  const install_instance_id = await aPhone(app);
  const user = { install_instance_id, user_data: { id: "hiker" } };
  await identify(app.project, user as never, context());
  const payment = {
    install_instance_id,
    user_id: "hiker",
    amount: 5,
    type: "DEFAULT",
    status: "PAYMENT_COMPLETED",
  };
  expect(await capturePayment(app.project, payment as never, context())).toBe("stored");
  expect((await run("project set", ...P, "--currency", "EUR")).error).toMatch(
    /^There's no exchange rate from EUR to USD/,
  );
  expect(
    await run("project set", ...P, "--time-zone", "Asia/Kolkata", "--currency", "EUR", "--amounts", "keep"),
  ).toMatchObject({
    time_zone: "Asia/Kolkata",
    currency: "EUR",
  });
  expect(await run("report verify", ...P)).toMatchObject({ exact: true });
});

test("destinations and their deliveries", async () => {
  const { project } = await aProject();
  const P = ["--project", project.slug];
  const made = await run(
    "destination create",
    ...[
      ...P,
      "--kind",
      "webhook",
      "--url",
      "https://example.com/hook",
      "--events",
      "install.attributed,event.buy",
    ],
    "--live",
  );
  expect(made).toMatchObject({ mode: "live", secret: expect.stringMatching(/^whsec_/) });
  const [stored] = await sql`select rules from destinations where project_id = ${project.id}`;
  expect(stored!.rules).toMatchObject([
    { on: "install", sends: "install.attributed" },
    { on: "event", name: "buy", sends: "event.buy" },
  ]);
  const id = ["--id", String(made.id)];
  for (const none of ["abc", "1.5", "1e30"])
    expect(await run("destination pause", ...P, "--id", none), none).toEqual({ error: "Not found." });
  expect(await run("destination create", ...P, "--kind", "webhook", "--events", "instal")).toMatchObject({
    error: expect.stringContaining('There is no type "instal".'),
  });
  expect(await run("destination pause", ...P, ...id)).toMatchObject({ paused: "command line paused it." });
  expect((await run("destination list", ...P)).destinations).toMatchObject([{ id: made.id, sent: 0 }]);
  expect(await run("destination resume", ...P, ...id)).toEqual({ id: made.id, paused: null });
  expect(await run("deliveries list", ...P, "--state", "sent")).toEqual({ deliveries: [] });
  expect(await run("deliveries show", ...P, "--id", "nothing")).toEqual({ error: "Not found." });
  expect(await run("deliveries replay", ...P, "--destination", String(made.id))).toEqual({
    replayed: 0,
    more: false,
  });
  expect(await run("destination delete", ...P, ...id, "--yes")).toEqual({ id: made.id });
});

test("alert rules", async () => {
  const { project } = await aProject();
  const P = ["--project", String(project.id)];
  const rule = JSON.stringify({ kind: "limit", metric: "spend", days: 0, side: "above", limit: 500 });
  const made = await run("alert create", ...P, "--rule", rule);
  expect(made).toMatchObject({ name: "Spend: above $500.00 today", would_have_fired: 0, days_tested: 0 });
  expect(await run("alert list", ...P)).toMatchObject({ rules: [{ id: made.id, state: "new" }], firing: [] });
  expect(await run("alert create", ...P, "--rule", '{"kind":"limit","metric":"luck","limit":1}')).toEqual({
    error: expect.stringMatching(/^--rule: metric: Choose a metric\. One of: .*installs/),
  });
  expect(await run("alert create", ...P, "--rule", "spend")).toMatchObject({
    error: expect.stringContaining("A rule must be JSON"),
  });
  for (const id of ["abc", "1.5", "-1", "1e30", "99999999999999999999"])
    expect(await run("alert delete", ...P, "--id", id, "--yes"), id).toEqual({
      error: "Alert rule not found.",
    });
  expect(await run("alert delete", ...P, "--id", String(made.id), "--yes")).toEqual({ id: made.id });
});

test("limits, retention, addresses and the key of Meta", async () => {
  const { project } = await aProject();
  const P = ["--project", String(project.id)];
  expect(await run("limits show", ...P)).toMatchObject({ project_id: project.id });
  expect(await run("limits set", ...P, "--off")).toMatchObject({ limits: { data: "off" } });
  expect(await run("retention show", ...P)).toMatchObject({ project_id: project.id });
  expect(await run("retention set", ...P, "--kind", "clicks", "--days", "400")).toMatchObject({
    retention: { clicks: { days: 400 } },
  });
  const name = `list-${randomBase62(6).toLowerCase()}`;
  writeFileSync(file("addresses"), "192.0.2.0/28\n");
  expect(await run("addresses load", "--name", name, "--file", file("addresses"))).not.toHaveProperty(
    "error",
  );
  expect(await run("addresses list")).toHaveProperty([name]);
  expect(await run("addresses remove", "--name", name)).toEqual({ removed: name });
  writeFileSync(file("key"), vectors.meta[0]!.key);
  expect(await run("meta-key set", ...P, "--file", file("key"))).toMatchObject({ state: "set" });
  expect(await run("meta-key show", ...P)).toMatchObject({ state: "set" });
  expect(await run("meta-key remove", ...P)).toMatchObject({ state: "none" });
});

test("push services: connected, tested, removed", async () => {
  const P = ["--project", String((await aProject()).project.id)];
  const firebase = await aFirebaseService(() => ({ status: 400, code: "INVALID_ARGUMENT" }));
  const apple = await anApplePushService(() => ({ status: 400, reason: "BadDeviceToken" }));
  writeFileSync(file("account.json"), firebase.file);
  writeFileSync(file("key.p8"), apple.given.key);
  expect(await run("uninstalls show", ...P)).toMatchObject({ services: [], tokens: [] });
  expect(await run("uninstalls set-fcm", ...P, "--file", file("account.json"))).toMatchObject({
    services: [{ kind: "fcm", state: "waiting" }],
  });
  const { key_id, team_id, topic } = apple.given;
  const ids = ["--key-id", key_id, "--team-id", team_id, "--topic", topic];
  expect(await run("uninstalls set-apns", ...P, "--file", file("key.p8"), ...ids)).toMatchObject({
    services: [{ kind: "fcm" }, { kind: "apns", named: { topic } }],
  });
  const { isBad } = commands.find(({ name }) => name === "uninstalls test")!;
  const accepted = await run("uninstalls test", ...P, "--service", "fcm");
  expect([accepted, isBad!(accepted)]).toMatchObject([{ accepted: true }, false]);
  expect(await run("uninstalls test", ...P, "--service", "sms")).toMatchObject({
    error: expect.stringContaining("--service: "),
  });
  expect(await run("uninstalls remove", ...P, "--service", "apns")).toMatchObject({
    services: [{ kind: "fcm" }],
  });
  expect(isBad!({ accepted: false, text: "403" })).toBe(true);
  await Promise.all([firebase.close(), apple.close()]);
});

test("existing facts: attributed again, verified, exported, erased", async () => {
  const app = await aProject();
  const P = ["--project", String(app.project.id)];
  const phone = await aPhone(app);
  expect(await run("attribution replay", ...P, "--dry-run")).toMatchObject({
    outcome: expect.stringContaining("would move"),
  });
  const isBad = commands.find(({ name }) => name === "report verify")!.isBad!;
  const exact = await run("report verify", ...P);
  expect([exact.exact, isBad(exact)]).toEqual([true, false]);
  await sql`
    insert into ledger (project_id, day, campaign_id, measure, platform, count)
    values (${app.project.id}, '2026-03-01', 0, 'installs', 'IOS', 7)`;
  const wrong = await run("report verify", ...P);
  expect([wrong.exact, isBad(wrong)]).toEqual([false, true]);
  expect(await run("report rebuild", ...P)).toMatchObject({ project: app.project.slug });
  expect(await run("report verify", ...P)).toMatchObject({ exact: true });
  expect(await run("person export", ...P, "--install", phone, "--to", file("person.json"))).toEqual({
    file: file("person.json"),
  });
  expect(readFileSync(file("person.json"), "utf8")).toContain(phone);
  expect((await run("person erase", ...P, "--install", phone)).error).toMatch(/^This can't be undone/);
  expect(await run("person erase", ...P, "--install", phone, "--yes")).toMatchObject({
    installs: 1,
  });
  const notFound = { error: "The project has no data about this person." };
  expect(await run("person erase", ...P, "--install", phone, "--yes")).toEqual(notFound);
  expect(await run("person erase", ...P, "--user", "nobody", "--yes")).toEqual(notFound);
  expect(await run("person export", ...P, "--user", "nobody")).toEqual(notFound);
});

test("backups", async () => {
  expect(await run("backup create", "--to", file("backup.gz"))).toMatchObject({ file: file("backup.gz") });
  // A backup is never restored into a database in use.
  expect(await run("backup restore", "--from", file("backup.gz"))).toEqual({
    error: "This database is not empty. Restore the backup into an empty one.",
  });
});

test("a project is exported to a file, and not imported where it exists", async () => {
  const made = await run("project create", "--name", "Moving", "--account", someName("Agency"));
  const P = ["--project", made.slug, "--to", file("moving.gz")];
  writeFileSync(file("short"), "too short\n");
  expect(await run("project export", ...P, "--passphrase-file", file("short"))).toEqual({
    error: "The passphrase needs at least 12 characters.",
  });
  expect(await run("project export", ...P)).toMatchObject({ file: file("moving.gz"), unreadable: 0 });
  expect(await run("project export", ...P)).toEqual({ error: `${file("moving.gz")} already exists.` });
  const where = ["--project", made.slug, "--to", "https://new.example"];
  expect(await run("project moved", ...where)).toEqual({
    error: expect.stringMatching(/^The project is not frozen, so there is no saying what/),
  });
  expect(await run("project freeze", "--project", made.slug)).toMatchObject({ frozen: true });
  expect(await run("project moved", "--project", made.slug, "--to", "new.example/cairn")).toEqual({
    error: "--to: Enter an address such as https://cairn.example, without a path.",
  });
  expect(await run("project release", "--project", made.slug)).toMatchObject({ frozen: false });
  expect(await run("project release", "--project", made.slug)).toEqual({
    error: "The project is not frozen.",
  });
  await run("project freeze", "--project", made.slug);
  expect(await run("project moved", ...where, "--number", "seven")).toEqual({
    error: "--number: Enter the project's number on the other instance, such as 7.",
  });
  expect(await run("project moved", ...where, "--number", "2000009")).toMatchObject({
    moved_to: "https://new.example",
    links: null,
    number: 2_000_009,
  });
  await expect(run("project set", "--project", made.slug, "--name", "Moved")).rejects.toSatisfy(
    isFrozenError,
  );
  expect(await run("project numbers", "--cell", "no")).toEqual({
    error: "--cell must be a number from 0 to 2000.",
  });
  // Those that this database gives anyway.
  expect(await run("project numbers", "--cell", "0")).toMatchObject({ cell: 0, first_number: 1 });
  expect(await run("project import", "--from", file("moving.gz"))).toEqual({
    error: `This project already exists here as project ${made.project_id} (Moving).`,
  });
});

test("the current key is accepted", async () => {
  expect(await run("secrets accept")).toEqual({ accepted: true, lost: null });
});

test("every command is tested here", () => {
  expect(commands.map(({ name }) => name).filter((name) => !used.has(name))).toEqual([]);
});
