import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { commandOverview, commandUsage, parseCommand } from "@/bin/admin/cli/command";
import { loadCommands } from "@/bin/admin/commands";
import { sql } from "@/db";
import { appCaller, serverCaller } from "@/lib/accounts/access/callers";
import { signIn } from "@/lib/accounts/sign-in";
import vectors from "@/lib/attribution/evidence/vectors.json" with { type: "json" };
import { randomBase62 } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";
import { version } from "@/lib/base/version";
import { someAddress } from "@/lib/platform/http/testing";
import { aProject, aVisitor, someName } from "@/testing/factories";

const commands = await loadCommands();

const root = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "cairn-admin-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the program as a script does. */
function admin(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return adminWith("", ...args);
}

function adminWith(
  input: string,
  ...args: string[]
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["--import", "./bin/hooks.mjs", "bin/admin.ts", ...args], {
      cwd: root,
    });
    child.stdin.end(input);
    const output = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (text) => (output.stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (output.stderr += text));
    child.on("close", (code) => resolve({ code, ...output }));
  });
}

/** With `--json` the output must be one object and nothing else. */
async function json(...args: string[]) {
  const { code, stdout, stderr } = await admin(...args, "--json");
  expect(stderr).toBe("");
  expect(stdout).toMatch(/^\{.*\}\n$/);
  const answer = JSON.parse(stdout);
  expect(code, stdout).toBe("error" in answer ? 1 : 0);
  return answer;
}

/** The same in this process; a refusal is answered as the program would print it. */
// biome-ignore lint/suspicious/noExplicitAny: what came is for the test to look at.
async function run(...args: string[]): Promise<any> {
  const parsed = parseCommand(commands, args);
  if (!("command" in parsed)) throw new Error("no command was asked for");
  return parsed.command.run(parsed.given).catch((error) => {
    if (error instanceof Refusal) return { error: error.message };
    throw error;
  });
}

describe("npm run admin", () => {
  test("the output of project create is sufficient to use the project", async () => {
    const host = `${randomBase62(8).toLowerCase()}.example.com`;
    const account = someName("Agency");
    const made = await json(
      "project",
      "create",
      "--name",
      "Made by hand",
      "--time-zone",
      "Asia/Kolkata",
      "--currency",
      "INR",
      "--domain",
      host,
      "--account",
      account,
    );
    expect(made).toEqual({
      project_id: expect.any(Number),
      slug: expect.stringMatching(/^made-by-hand/),
      token: expect.stringMatching(/^ct_/),
      server_key: expect.stringMatching(/^cairn_/),
      domain: host,
    });
    const now = new Date();
    expect((await appCaller.find(made.token, now))?.project.id).toBe(made.project_id);
    expect((await serverCaller.find(made.server_key, now))?.project).toMatchObject({
      timeZone: "Asia/Kolkata",
      currency: "INR",
    });
    const again = await json("project", "create", "--name", "Second", "--account", account.toUpperCase());
    expect(again.domain).toBe(`${again.slug}.localhost`);
    const rows =
      await sql`select distinct account_id from projects where id in (${made.project_id}, ${again.project_id})`;
    expect(rows).toHaveLength(1);
  });

  test("user create: the first user of an account owns it, the next ones have the given role", async () => {
    const account = someName("Agency");
    const email = (name: string) => `${name}.${randomBase62(6).toLowerCase()}@example.com`;
    const [first, second, third] = [email("ada"), email("bea"), email("cy")];
    const create = (who: string, ...more: string[]) =>
      run("user", "create", "--email", who, "--password", "correct horse", "--account", account, ...more);
    expect(await create(first, "--name", "Ada Lovelace")).toMatchObject({ email: first, role: "owner" });
    expect(await create(second)).toMatchObject({ role: "viewer" });
    expect(await create(third, "--role", "marketer")).toMatchObject({ role: "marketer" });
    const from = aVisitor({ address: someAddress() });
    expect(await signIn({ email: first, password: "correct horse" }, from)).toMatchObject({
      name: "Ada Lovelace",
    });
    expect(await create(first)).toEqual({
      error: `${first} already signs in here. Use "user access" to let them into an account.`,
    });
    expect(await run("user", "create", "--email", "nobody", "--password", "correct horse")).toEqual({
      error: "--email: Enter an email address.",
    });
    expect(await run("user", "create", "--email", email("d"), "--password", "short")).toEqual({
      error: "--password: Use a password of at least 8 characters.",
    });
  });

  test("user password: the new one works, the old one does not, and every session ends", async () => {
    const email = `eve.${randomBase62(6).toLowerCase()}@example.com`;
    await run("user", "create", "--email", email, "--password", "correct horse", "--account", someName("A"));
    const version = async () =>
      (await sql<{ v: number }[]>`select session_version as v from members where email = ${email}`)[0]!.v;
    const before = await version();
    const set = (who: string, password: string) =>
      run("user", "password", "--email", who, "--password", password);
    expect(await set(email.toUpperCase(), "battery staple")).toMatchObject({ email });
    const from = aVisitor({ address: someAddress() });
    expect(await signIn({ email, password: "correct horse" }, from)).toBeNull();
    expect(await signIn({ email, password: "battery staple" }, from)).toMatchObject({ email });
    expect(await version()).toBeGreaterThan(before);
    expect(await set(`x${email}`, "battery staple")).toEqual({
      error: `There is no member with the email x${email}.`,
    });
    expect(await set(email, "short")).toEqual({
      error: "--password: Use a password of at least 8 characters.",
    });
  });

  test("user password --password-stdin: reads the new password from standard input, and rejects common ones", async () => {
    const email = `flo.${randomBase62(6).toLowerCase()}@example.com`;
    await run("user", "create", "--email", email, "--password", "correct horse", "--account", someName("A"));
    const args = ["user", "password", "--email", email, "--json"];
    const refused = await admin(...args);
    expect([refused.code, JSON.parse(refused.stdout)]).toEqual([
      1,
      { error: "A password is required. Add --password-stdin and write it to standard input." },
    ]);
    const guessed = await adminWith("password\n", ...args, "--password-stdin");
    expect(JSON.parse(guessed.stdout).error).toMatch(/easy to guess/);
    const set = await adminWith("battery staple\n", ...args, "--password-stdin");
    expect([set.code, set.stderr]).toEqual([0, ""]);
    const from = aVisitor({ address: someAddress() });
    expect(await signIn({ email, password: "battery staple" }, from)).toMatchObject({ email });
  });

  test("a project can be named by ID or slug", async () => {
    const { project } = await aProject();
    const url = "https://apps.apple.com/us/app/wander/id1234567890";
    const create = (...args: string[]) =>
      run("store-listing", "create", "--name", "Main", "--url", url, ...args);
    const made = await create("--project", String(project.id), "--platform", "IOS");
    expect(made).toMatchObject({
      store_listing_id: expect.stringMatching(/^sl_/),
      platform: "IOS",
      app_id: "1234567890",
    });
    expect(await create("--project", project.slug)).toMatchObject({ platform: "IOS" });
    expect(await create("--project", project.slug, "--platform", "ANDROID")).toEqual({
      error: "--platform ANDROID does not match the address, which is an IOS store page.",
    });
    expect(await create("--project", "nothing-of-that-name")).toEqual({
      error: 'There is no project "nothing-of-that-name".',
    });
  });

  test("suspend, resume, keys, domains, affiliates, network accounts, limits", async () => {
    const { project, serverKey } = await aProject();
    const P = ["--project", String(project.id)];
    const link = "https://pay.example.com/7";
    expect(await run("project", "suspend", ...P, "--payment-link", link)).toEqual({
      project_id: project.id,
      suspended: true,
      payment_link: link,
    });
    expect(await run("project", "resume", ...P)).toMatchObject({ suspended: false });

    const key = await run("server-key", "create", ...P);
    expect(await serverCaller.find(key.server_key, new Date())).not.toBeNull();
    expect((await run("server-key", "revoke", ...P)).error).toMatch(
      /^The project has several keys\. Set --key to one of /,
    );
    expect(await run("server-key", "revoke", ...P, "--key", key.server_key)).toMatchObject({
      id: key.id,
      revoked: true,
    });
    expect(await run("server-key", "revoke", ...P)).toMatchObject({ revoked: true });
    await expect.poll(() => serverCaller.find(serverKey, new Date())).toBeNull();

    const host = `${randomBase62(8).toLowerCase()}.example.com`;
    expect(await run("domain", "add", ...P, "--host", host.toUpperCase(), "--primary")).toMatchObject({
      host,
      is_primary: true,
    });
    expect(await run("affiliate", "add", ...P, "--name", "Big Partner")).toMatchObject({
      id: expect.any(Number),
      channel: "Big_Partner",
    });
    expect(await run("network-account", "add", ...P, "--network", "meta", "--name", "Main")).toMatchObject({
      id: expect.any(Number),
      network: "META",
    });

    expect((await run("limits", "show", ...P)).limits).toMatchObject({
      data: { count: 30, window_seconds: 1, setting: null },
      reporting: { count: 1, window_seconds: 60 },
    });
    expect(
      (await run("limits", "set", ...P, "--group", "data", "--per-second", "5")).limits.data,
    ).toMatchObject({ count: 5, setting: 5 });
    const groups = ["data", "writes", "reporting", "address", "client", "web", "callbacks"];
    const off = Object.fromEntries(groups.map((group) => [group, "off"]));
    expect((await run("limits", "set", ...P, "--off")).limits).toEqual(off);
    expect((await run("limits", "set", ...P, "--default")).limits.data).toMatchObject({ count: 30 });
    expect(await run("limits", "set", ...P, "--group", "data", "--per-second", "0")).toHaveProperty("error");
    const log = await sql`select distinct actor from audit_log where project_id = ${project.id}`;
    expect([...log]).toEqual([{ actor: "command line" }]);
  });

  test("a wrong command prints its usage and exits with 1", async () => {
    const got = await admin("project", "create", "--nmae", "x");
    expect(got).toMatchObject({ code: 1, stdout: "" });
    expect(got.stderr).toContain("There is no option --nmae. Did you mean --name?");
    expect(got.stderr).toContain("Usage: npm run --silent admin -- project create --name N");
    expect(await json("project", "creat", "--name", "x")).toEqual({
      error: 'There is no command "project creat". Did you mean project create?',
    });
    expect(await json("nothing")).toEqual({ error: 'There is no command "nothing".' });
  });

  test("--version prints this version", async () => {
    expect(await admin("--version")).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
    expect(await json("--version")).toEqual({ version });
  });

  test("a command does not create a missing database, and says what to do", async () => {
    const child = spawn(
      process.execPath,
      ["--import", "./bin/hooks.mjs", "bin/admin.ts", "project", "list"],
      {
        cwd: root,
        env: { ...process.env, DATABASE_URL: "", DATABASE_SOCKET: "", DATA_DIR: join(folder, "new") },
      },
    );
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text));
    expect(await new Promise((resolve) => child.on("close", resolve))).toBe(1);
    expect(stderr).toBe(
      `The database is empty; this is Cairn ${version}. Run npm start or npm run db:migrate, then run this again.\n`,
    );
  });

  test("an unavailable database is reported in one line", async () => {
    const child = spawn(
      process.execPath,
      ["--import", "./bin/hooks.mjs", "bin/admin.ts", "limits", "show", "--json"],
      {
        cwd: root,
        env: { ...process.env, DATABASE_URL: "postgres://x@127.0.0.1:1/x", DATABASE_SOCKET: "" },
      },
    );
    let stdout = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (stdout += text));
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect(code).toBe(1);
    expect(JSON.parse(stdout).error).toMatch(/^The database at 127\.0\.0\.1:1\/x cannot be used/);
  });
});

describe("the table of commands", () => {
  test("each command is found by its two words and documents itself and every option", async () => {
    for (const command of commands) {
      expect(await loadCommands(command.name.split(" ")[0])).toContain(command);
      expect(command.name).toMatch(/^[a-z-]+ [a-z-]+$/);
      const parsed = parseCommand(commands, [...command.name.split(" "), "--help"]);
      const help = "help" in parsed ? parsed.help : "";
      expect(help).toBe(commandUsage(command));
      for (const [name, { help: about }] of Object.entries(command.options)) {
        expect(help).toContain(`--${name}`);
        expect(about.length).toBeGreaterThan(3);
      }
      expect(commandOverview(commands)).toContain(command.name);
    }
    expect(new Set(commands.map(({ name }) => name)).size).toBe(commands.length);
  });

  test("help exists for everything, a group and one command", () => {
    const help = (...args: string[]) => {
      const parsed = parseCommand(commands, args);
      return "help" in parsed ? parsed.help : null;
    };
    expect(help()).toBe(commandOverview(commands));
    expect(help("--help")).toBe(commandOverview(commands));
    expect(help("-h")).toBe(commandOverview(commands));
    expect(help("project", "--help")).toBe(commandOverview(commands, "project "));
    expect(help("project", "create", "--name", "x", "--help")).toContain("--time-zone Z");
  });

  test.each([
    [["project", "create"], "--name is missing."],
    [["project", "create", "--name"], "--name needs a value."],
    [["project", "create", "--name", "a", "--name", "b"], "--name is given twice."],
    [["project", "create", "--name", "a", "b"], 'Unexpected argument "b".'],
    [["project", "create", "--name=a", "--__proto__", "x"], "There is no option --__proto__."],
    [
      ["project", "create", "--name=a", "--timezone", "x"],
      "There is no option --timezone. Did you mean --time-zone?",
    ],
    [["projects", "list"], 'There is no command "projects list". Did you mean project list?'],
    [["bakup"], 'There is no command "bakup". Did you mean backup?'],
    [["limits", "set", "--off=yes"], "--off takes no value."],
    [["project"], 'There is no command "project".'],
    [["project", "fly"], 'There is no command "project fly".'],
    [["--json"], "Enter a command."],
  ])("%j: %s", (args, message) => {
    expect(() => parseCommand(commands, args)).toThrow(message);
  });

  test("a value may begin with a dash if it is joined to its option", () => {
    const parsed = parseCommand(commands, ["affiliate", "add", "--project", "1", "--name=--x"]);
    expect("given" in parsed && parsed.given.text("name")).toBe("--x");
  });

  test("meta-key set reads the key from standard input, tests it with a sample and never prints it", async () => {
    const { project } = await aProject();
    const [vector] = vectors.meta;
    const { data, nonce, key } = vector!;
    const sample = JSON.stringify({ t: 1, source: { data, nonce } });
    const set = [
      "meta-key",
      "set",
      "--project",
      String(project.id),
      "--file",
      "-",
      "--sample",
      sample,
      "--json",
    ];
    expect(JSON.parse((await adminWith("00".repeat(32), ...set)).stdout)).toEqual({
      error: "The key can't decrypt the sample.",
    });
    const done = await adminWith(`${key}\n`, ...set);
    expect(JSON.parse(done.stdout)).toMatchObject({ state: "set", checked: true });
    const shown = await run("meta-key", "show", "--project", String(project.id));
    expect(shown).toMatchObject({ state: "set", checked: true });
    expect(done.stdout + JSON.stringify(shown)).not.toContain(key);
    expect(await run("meta-key", "remove", "--project", String(project.id))).toMatchObject({ state: "none" });
    expect(await run("meta-key", "remove", "--project", String(project.id))).toEqual({
      error: "The project has no key.",
    });
  });
});
