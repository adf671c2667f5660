import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { text as streamText } from "node:stream/consumers";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "@/db";
import { env } from "@/lib/base/env";
import type { ProjectId } from "@/lib/base/ids";
import { identify } from "@/lib/facts/users/identify";
import { separateDatabase } from "@/testing/database";
import { aMember } from "@/testing/factories";
import { argumentsOf } from "@/testing/programs/programs";

/** Runs the commands of the operators' documentation on a separate database, and checks that they work as described. */
const root = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "cairn-operate-"));
/** A command that takes longer than this is considered stuck. */
const longest = 20 * 60_000;
/** The pages in the order in which their commands are run. */
const pages = [
  "install",
  "high-availability",
  "upgrade",
  "backup",
  "migrate-project",
  "configure",
  "monitoring",
  "administer",
  "runbook",
];
const text = pages.map((page) => readFileSync(join(root, `docs/${page}.md`), "utf8")).join("\n");
const blocks = (language: string) =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map(
    ([, block = ""]) => block,
  );
const lines = blocks("sh").flatMap((block) => block.trim().split("\n"));
const inline = [...text.matchAll(/`([^`\n]*\bnpm run [^`\n]+)`/g)].map(([, command = ""]) => command);

/** Commands that cannot be run here, with a replacement check. */
const elsewhere: { command: RegExp; why: string; holds?: () => boolean }[] = [
  {
    command: /^CAIRN_HOST=\S+ POSTGRES_PASSWORD=\S+ docker compose up -d$/,
    why: "needs Docker",
    holds: () =>
      ["CAIRN_HOST", "POSTGRES_PASSWORD"].every((name) =>
        readFileSync(join(root, "compose.yaml"), "utf8").includes(`\${${name}:?`),
      ),
  },
  {
    command: /^docker compose (logs|build|up -d|exec) app\b/,
    why: "needs Docker",
    holds: () => /^ {2}app:$/m.test(readFileSync(join(root, "compose.yaml"), "utf8")),
  },
  { command: /^docker build -t /, why: "needs Docker", holds: () => existsSync(join(root, "Dockerfile")) },
  {
    command: /^kubectl apply -k deploy\/kubernetes$/,
    why: "needs a cluster",
    holds: () => existsSync(join(root, "deploy/kubernetes/kustomization.yaml")),
  },
  {
    command: /^kubectl --namespace cairn (logs|rollout \w+) statefulset\/cairn$/,
    why: "needs a cluster",
    holds: () =>
      /kind: StatefulSet\nmetadata:\n {2}name: cairn\n/.test(
        readFileSync(join(root, "deploy/kubernetes/statefulset.yaml"), "utf8"),
      ),
  },
  { command: /^(useradd|systemctl|journalctl|install) /, why: "changes the machine" },
  { command: /^(sudo -u cairn )?chmod 600 /, why: "is run in its block below, or changes a copy" },
  { command: /&& next=/, why: "is run with its block below" },
  { command: /^(sudo -u cairn )?git |&& git /, why: "needs the repository that releases come from" },
  { command: /^(sudo -u cairn )?ln /, why: "makes links in the folders of the checkouts" },
  {
    command: /npm --prefix \S+ run build$|^npm run build$/,
    why: "the suite makes a build by the same program (server/build.test.ts)",
  },
  { command: /^npm run test:faults\b/, why: "is a test itself, which takes minutes" },
  { command: /^npm start$/, why: "the browser tests run on what it starts" },
  { command: /\| ssh new\.example \\$/, why: "needs a second machine" },
  { command: /^\s*"cd \S+ && npm run --silent admin -- project import --from -"$/, why: "is run there" },
  {
    command: /^npm run --silent admin -- project moved /,
    why: "the project would be no use to the commands that follow",
    holds: () => readFileSync(join(root, "server/moving.test.ts"), "utf8").includes("moved"),
  },
];

/** Replaces the page's paths, addresses and programs by the test's. */
function here(command: string): string {
  return command
    .replace(/^\d+ \d+ \* \* \* /, "")
    .replaceAll("\\%", "%")
    .replaceAll("/opt/cairn/current", root)
    .replaceAll("/var/backups/cairn", folder)
    .replaceAll("/run/secrets", folder)
    .replaceAll("/var/tmp", folder)
    .replace(/postgres:\/\/cairn:letters-and-digits@db\.example\.com:5432\/cairn/, env.DATABASE_URL ?? "")
    .replaceAll("sudo -u cairn ", "")
    .replaceAll("npm run --silent admin --", `"${process.execPath}" ${argumentsOf("bin/admin.ts").join(" ")}`)
    .replaceAll("npm run db:migrate", `"${process.execPath}" --import ./bin/hooks.mjs bin/migrate.ts`);
}

/** Asynchronous, because this process also reads the database's output, and a full pipe would block it. */
async function type(command: string, settings: Record<string, string> = {}) {
  const shell = spawn("bash", ["-c", command], {
    cwd: root,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      DATA_DIR: folder,
      PATH: `${join(folder, "bin")}${delimiter}${process.env.PATH}`,
      ...settings,
    },
  });
  const timer = setTimeout(() => process.kill(-shell.pid!, "SIGKILL"), longest);
  const [stdout, stderr] = [streamText(shell.stdout), streamText(shell.stderr)];
  const [status] = await once(shell, "close");
  clearTimeout(timer);
  return { status, stdout: await stdout, stderr: await stderr };
}

const isThere = (program: string) =>
  spawnSync(program, ["--version"], { stdio: "ignore" }).error === undefined;

let database: { end(): Promise<void> };
let superuser: postgres.Sql;
beforeAll(async () => {
  database = await separateDatabase(folder);
  superuser = postgres(env.DATABASE_URL!.replace("//cairn", "//postgres"), {
    host: env.DATABASE_SOCKET!,
    max: 1,
  });
  // A fake program that backups are piped to and from.
  mkdirSync(join(folder, "bin"));
  writeFileSync(
    join(folder, "bin/aws"),
    `#!/bin/sh\ncase "$3" in -) cat > "${folder}/elsewhere.gz";; *) cat "${folder}/elsewhere.gz";; esac\n`,
  );
  chmodSync(join(folder, "bin/aws"), 0o755);
  writeFileSync(join(folder, "password"), "a long word that nobody tries first");
  const ada = await aMember("owner", undefined, { email: "ada@example.com" });
  await aMember("owner", ada.account);
  await aMember("viewer", ada.account, { email: "client@example.com" });
  for (const [name, slug] of [
    ["Other App", "other-app"],
    ["My App", "my-app"],
  ] as const) {
    const made = await type(here(`npm run --silent admin -- project create --name "${name}"`));
    expect(made.status, made.stderr).toBe(0);
    await sql`update projects set slug = ${slug} where id = (select max(id) from projects)`;
  }
  const [project] = await sql<{ id: ProjectId; settings: Record<string, unknown> }[]>`
    select id, settings from projects where slug = 'my-app'`;
  const body = { token: "", install_instance_id: "phone", user_data: { id: "42" } };
  await identify(project!, body as never, { userAgent: null, now: new Date() });
});
afterAll(async () => {
  await superuser.end();
  await database.end();
  rmSync(folder, { recursive: true, force: true });
});

describe("shell commands of the documentation", () => {
  const bare = (command: string) => command.replace(/^.*?npm run/, "npm run");
  const known = new Set(lines.map(bare));
  const query = [...lines, ...inline.filter((command) => !known.has(bare(command)))];
  const run = query.filter((line) => !elsewhere.some(({ command }) => command.test(line)));

  test("most commands of the pages are run here", () => {
    expect(run.length).toBeGreaterThan(30);
    expect(run.length).toBeGreaterThan(query.length / 2);
  });

  test.each(run.map((line) => [line]))(
    "%s",
    async (line) => {
      if (line.startsWith("promtool") && !isThere("promtool"))
        return console.warn("SKIPPED: promtool is not installed.");
      const copied = /^(?:sudo -u cairn )?cp (\S+)/.exec(line);
      if (copied) {
        const from = copied[1] ?? "";
        return expect(
          existsSync(join(root, from.replace(/^\/opt\/cairn\/(current|first)\//, ""))),
          from,
        ).toBe(true);
      }
      const settings: Record<string, string> = {};
      if (/backup restore/.test(line)) {
        // Restoring a backup requires an empty database.
        const name = `empty_${lines.indexOf(line)}`;
        await superuser`create database ${superuser(name)} owner cairn`;
        settings.DATABASE_URL = (env.DATABASE_URL ?? "").replace(/\/cairn$/, `/${name}`);
      }
      if (/project import/.test(line)) {
        const name = `other_${lines.indexOf(line)}`;
        await superuser`create database ${superuser(name)} owner cairn`;
        settings.DATABASE_URL = (env.DATABASE_URL ?? "").replace(/\/cairn$/, `/${name}`);
        const migrated = await type(here("npm run db:migrate"), settings);
        expect(migrated.status, migrated.stderr).toBe(0);
      }
      // Without a terminal, questions cannot be answered.
      const needsPassword = line.endsWith("--email ada@example.com");
      const got = await type(here(line), settings);
      if (needsPassword) expect(got.stderr).toContain("--password-stdin");
      else expect(got, got.stderr).toMatchObject({ status: 0 });
    },
    longest + 10_000,
  );

  test("commands that need another machine are compared with the files that they use", () => {
    for (const line of lines) {
      const known = elsewhere.find(({ command }) => command.test(line));
      if (known?.holds) expect(known.holds(), `${line} (${known.why})`).toBe(true);
    }
  });
});

test("the commands of an upgrade can be repeated, and only the owner can read the settings", async () => {
  const opt = join(folder, "opt");
  const origin = join(folder, "origin");
  const there = (line: string) =>
    line
      .replaceAll("/opt/cairn", opt)
      .replaceAll("sudo -u cairn ", "")
      .replace(/https:\S+\.git/, origin);
  const git = `git -c user.name=a -c user.email=a@example.com -C ${origin}`;
  mkdirSync(opt);
  const made = await type(
    `git init -q -b main ${origin} && touch ${origin}/.env.example && ${git} add . && ${git} commit -qm first`,
  );
  expect(made, made.stderr).toMatchObject({ status: 0 });
  const input = /git |\bln |\bcp \/opt\S+\.env|chmod|next=/;
  const steps = (block: string) =>
    block
      .split("\n")
      .filter((line) => input.test(line))
      .map(there)
      .join("\n");
  const [installing = "", upgrading = ""] = ["git clone", "git worktree"].map((command) =>
    steps(blocks("sh").find((block) => block.includes(command))!),
  );
  const installed = await type(`set -e\n${installing}`);
  expect(installed, installed.stderr).toMatchObject({ status: 0 });
  expect(statSync(join(opt, ".env")).mode & 0o777).toBe(0o600);
  const served = new Set([realpathSync(join(opt, "current"))]);
  for (const version of ["second", "third"]) {
    const released = await type(`${git} commit -q --allow-empty -m ${version} && ${git} rev-parse HEAD`);
    const upgraded = await type(`set -e\nsleep 1\n${upgrading}\ngit -C ${opt}/current rev-parse HEAD`);
    expect(upgraded, upgraded.stderr).toMatchObject({ status: 0 });
    expect(upgraded.stdout).toContain(released.stdout.trim());
    served.add(realpathSync(join(opt, "current")));
  }
  expect(served.size).toBe(3);
});

test.each(
  blocks("sql")
    .flatMap((block) => block.trim().split(/;\n?/))
    .filter(Boolean)
    .map((statement) => [statement.replaceAll(/\s+/g, " ")]),
)("in Postgres: %s", async (statement) => {
  // The role and the database exist already.
  const rows = await superuser.unsafe(
    statement.replace(/(role|database|owner) cairn\b/g, "$1 cairn_of_the_page"),
  );
  expect(rows).toBeDefined();
});

test("every setting named on the pages exists", () => {
  const settings = new Set(
    [...readFileSync(join(root, ".env.example"), "utf8").matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm)].map(
      ([, name]) => name,
    ),
  );
  // Variables of Postgres' own client and of Compose.
  const others = new Set([
    "PGHOST",
    "PGUSER",
    "PGPASSWORD",
    "CAIRN_HOST",
    "POSTGRES_PASSWORD",
    "SIGTERM",
    "SIGKILL",
    "CNAME",
  ]);
  const named = [...text.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?:=[^`]*)?`/g)].map(([, name = ""]) => name);
  expect(named.filter((name) => !settings.has(name) && !others.has(name))).toEqual([]);
});

test("every log line quoted on a page or in an alert exists", () => {
  const rules = readFileSync(join(root, "deploy/prometheus/cairn.rules.yml"), "utf8");
  const quoted = [
    ...text.matchAll(/[Ll]og\s+lines?[^`.]*`([^`]+)`/g),
    ...rules.matchAll(/\('([a-z' ]+)'/g),
    ...rules.matchAll(/[Ss]ee '([a-z' ]+)' in the log/g),
  ].map(([, line = ""]) => line);
  expect(quoted.length).toBeGreaterThan(5);
  const source = ["lib", "server", "db"]
    .flatMap((part) =>
      readdirSync(join(root, part), { recursive: true, encoding: "utf8" }).map((name) =>
        join(root, part, name),
      ),
    )
    .filter((name) => /(?<!\.test)\.ts$/.test(name))
    .map((name) => readFileSync(name, "utf8"))
    .join("\n");
  expect(quoted.filter((line) => !source.includes(line))).toEqual([]);
});
