import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { sql } from "@/db";
import { writeAtomically } from "@/db/atomic-file";
import { commandLine } from "@/lib/accounts/audit/actor";
import { env } from "@/lib/base/env";
import { exportProject } from "@/lib/moving/export";
import { insertLease } from "@/lib/platform/jobs/queries";
import { freezeProject, moveProject, releaseProject } from "@/lib/projects/move/move";
import { report } from "@/lib/reporting/report/report";
import { reportQuery } from "@/lib/reporting/report/schema";
import { App } from "@/testing/app";
import { type Instance, instances } from "@/testing/instances";
import {
  aLoadScene,
  androidUserAgent,
  brokenPromises,
  type ConfirmedCalls,
  LoadClients,
  type LoadScene,
} from "@/testing/load";
import { argumentsOf } from "@/testing/programs/programs";

/** Two instances, and a project that moves from one to the other during use. */
let all: Awaited<ReturnType<typeof instances>>;
let old: Instance;
let other: Instance;
let scene: LoadScene;
let crowd: LoadClients | null = null;
/** Serves other projects of the importing instance meanwhile. */
let activeServer: App | null = null;
const apps: App[] = [];

const start = async ({ url, key }: Instance, name: string) => {
  const app = await App.start({
    dataDir: join(all.folder, name),
    tasks: true,
    env: { DATABASE_URL: url, DATABASE_SOCKET: env.DATABASE_SOCKET ?? "", ENCRYPTION_KEY: key },
  });
  apps.push(app);
  return app;
};

beforeAll(async () => {
  all = await instances();
  writeFileSync(join(all.folder, "phrase"), "correct horse battery\n");
  old = await all.instance("the old key");
  other = await all.instance("another key");
  scene = await all.at(old, aLoadScene);
});
afterAll(async () => {
  // After a failure, it would otherwise continue its calls.
  void crowd?.stop();
  await Promise.all(apps.map((app) => app.stop()));
  await all.end();
});

type Ended = { code: number | null; output: string };

/** Runs `npm run admin -- …`, and kills it after the given output. */
function admin({ url, key }: Instance, args: string[], isEnough: (output: string) => boolean = () => false) {
  const child = spawn(process.execPath, [...argumentsOf("bin/admin.ts"), ...args], {
    cwd: join(import.meta.dirname, ".."),
    env: {
      ...process.env,
      DATA_DIR: join(all.folder, "admin"),
      DATABASE_URL: url,
      DATABASE_SOCKET: env.DATABASE_SOCKET ?? "",
      ENCRYPTION_KEY: key,
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let printed = "";
  child.stderr.on("data", (text) => {
    printed += String(text);
    if (isEnough(printed)) child.kill("SIGKILL");
  });
  // Writing to a killed process fails, which is expected here.
  child.stdin.on("error", () => {});
  const ended = new Promise<Ended>((resolve) =>
    child.once("close", (code) => resolve({ code, output: printed })),
  );
  return { child, ended };
}

const phrase = () => ["--passphrase-file", join(all.folder, "phrase")];

/** Runs `npm run admin -- project import`, and kills it after the given number of lines. */
function importing(file: string, killAfterLines?: number) {
  const isEnough = (printed: string) =>
    killAfterLines !== undefined && printed.split("\n").length - 1 >= killAfterLines;
  const importer = admin(other, ["project", "import", "--from", file, ...phrase(), "--yes"], isEnough);
  importer.child.stdout.resume();
  return importer;
}

const shown = async () => {
  const query = reportQuery.parse({ sort_field: "installs" });
  return report(scene.app.project, query, new Date("2026-06-20T12:00:00Z"));
};

/** Credentials and links are looked up again after a second, so the test polls for them. */
const soon = { interval: 100 };

const link = () => `GET /?c=${scene.campaign.displayId}&utm_content=a%2Fb`;
const visiting = () => ({ host: scene.app.domain, headers: { "user-agent": androidUserAgent } });

test("a project migrated under load has everything acknowledged once, and the same report", async () => {
  let serving: App = await start(old, "old");
  const first = serving;
  crowd = new LoadClients(scene, () => serving, 4);
  await crowd.more(6);
  const { project, token, serverKey } = scene.app;

  await all.at(old, async () => {
    expect(await freezeProject(project, commandLine)).toMatchObject({ frozen: true });
    // The release undoes the freeze.
    expect(await releaseProject(project, commandLine)).toEqual({ frozen: false });
    await expect(
      moveProject(project, { to: "https://new.example", links: undefined }, commandLine),
    ).rejects.toThrow(/^DNS records of .* still point to this instance/);
    const links = "https://links.new.example";
    await expect(moveProject(project, { to: "https://new.example", links }, commandLine)).rejects.toThrow(
      "The project is not frozen",
    );
    await freezeProject(project, commandLine);
  });
  const call = { body: { token, install_instance_id: "late", platform: "ANDROID" } };
  await expect.poll(async () => (await first.call("POST /api/client/init", call)).status, soon).toBe(503);
  const frozen = await first.call("POST /api/client/init", call);
  expect(frozen.headers["retry-after"]).toBe("5");
  expect(JSON.parse(frozen.text)).toEqual({
    msg: "This project is moving to another server. Please try again in a few seconds.",
    status: 503,
    data: null,
  });
  await expect.poll(async () => (await first.call(link(), visiting())).status, soon).toBe(503);
  const key = { headers: { "service-key": serverKey } };
  const change = { ...key, body: { campaign_id: 1 } };
  expect((await first.call("POST /api/v1/create-campaign", change)).status).toBe(503);
  expect((await first.call("GET /api/v1/reporting/campaigns", key)).status).toBe(200);

  const file = join(all.folder, "project.gz");
  const input = {
    now: new Date(),
    passphrase: "correct horse battery",
    progress: () => {},
  };
  const before = await all.at(old, async () => {
    await writeAtomically(file, (to) => exportProject(project, to, input));
    return shown();
  });
  const hidden = () => all.at(other, () => sql`select from projects where deleted_at is null`);
  for (let round = 1; round <= inject("faultRounds"); round++) {
    expect(await importing(file, round).ended).toMatchObject({ code: null });
    expect(await hidden()).toHaveLength(0);
  }
  const { code, output } = await importing(file).ended;
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining("Going on behind") });
  expect(await all.at(other, shown)).toEqual(before);

  const second = await start(other, "other");
  activeServer = second;
  serving = second;
  const links = "https://links.new.example";
  await all.at(old, () => moveProject(project, { to: "https://new.example", links }, commandLine));
  await expect.poll(async () => (await first.call(link(), visiting())).status, soon).toBe(308);
  const led = await first.call(link(), visiting());
  expect(led.headers).toMatchObject({
    location: `${links}/?c=${scene.campaign.displayId}&utm_content=a%2Fb`,
    "cache-control": "no-store",
  });
  await expect
    .poll(async () => JSON.parse((await first.call("POST /api/client/init", call)).text).msg, soon)
    .toBe("This project has moved to https://new.example. Send your calls there.");
  expect((await first.call("GET /api/v1/reporting/campaigns", key)).status).toBe(503);
  await all.at(old, () =>
    expect(releaseProject(project, commandLine)).rejects.toThrow(
      "The project has moved to https://new.example",
    ),
  );

  await crowd.more(6);
  const counts: ConfirmedCalls = await crowd.stop();
  expect(crowd.wrong).toEqual([]);
  expect(await all.at(other, () => brokenPromises(scene, [counts]))).toEqual({});
});

test("a project that continues during the copy stops for its last seconds, whichever process is killed before", async () => {
  scene = await all.at(old, aLoadScene);
  let serving: App = await start(old, "old-2");
  const first = serving;
  crowd = new LoadClients(scene, () => serving, 4);
  await crowd.more(6);
  const { project } = scene.app;
  const [isFrozen, hidden] = [
    () => all.at(old, () => sql`select from projects where id = ${project.id} and frozen_at is not null`),
    () => all.at(other, () => sql`select from projects where deleted_at is not null`),
  ];

  const piped = async (killed: "export" | "import", when: RegExp) => {
    const isEnough = (of: string) => (printed: string) => of === killed && when.test(printed);
    const args = ["--project", String(project.id), "--follow", "--switch-after", "0", "--to", "-"];
    const exporter = admin(old, ["project", "export", ...args, ...phrase()], isEnough("export"));
    const importer = admin(
      other,
      ["project", "import", "--from", "-", ...phrase(), "--yes"],
      isEnough("import"),
    );
    importer.child.stdout.resume();
    exporter.child.stdout.pipe(importer.child.stdin);
    // Like a shell's pipe, whose end is closed when its reader ends.
    importer.child.once("close", () => exporter.child.stdout.destroy());
    return Promise.all([exporter.ended, importer.ended]);
  };
  const [, cut] = await piped("export", /The project is frozen/);
  expect(cut).toEqual({ code: 1, output: expect.stringContaining("damaged or incomplete") });
  expect(await isFrozen()).toHaveLength(1);
  await all.at(old, () => releaseProject(project, commandLine));
  const [left] = await piped("import", /installs: /);
  expect(left.code).toBe(1);
  expect(await isFrozen()).toHaveLength(0);
  expect(await hidden()).toHaveLength(1);

  /** Installs then move while their decision is pending. */
  const stopDeciding = () =>
    expect
      .poll(async () => (await insertLease(`attribute ${project.id}`, "test", 600_000, 0)).taken, soon)
      .toBe(true);
  const undecided = () => sql`
    select u.install_id from undecided u where u.project_id = ${project.id} order by 1`;
  const importer = importing("-");
  const repeated: number[] = [];
  const before = await all.at(old, async () => {
    await exportProject(project, importer.child.stdin, {
      now: new Date(),
      passphrase: "correct horse battery",
      progress: () => {},
      switchAfter: async () => {
        const { length } = crowd!.repeated;
        if (repeated.length === 1) await stopDeciding();
        // One more than there are callers, so that at least one install is new.
        await crowd!.more(5);
        repeated.push(crowd!.repeated.length - length);
        // It would decide installs as soon as they are imported, before the figures are compared.
        if (repeated.length === 2) await activeServer?.stop();
        return repeated.length === 2;
      },
    });
    return { report: await shown(), undecided: await undecided() };
  });
  // Callers did not have to repeat a call.
  expect(repeated).toEqual([0, 0]);
  expect(await importer.ended).toMatchObject({ code: 0 });
  expect(before.undecided).not.toEqual([]);
  expect(await all.at(other, async () => ({ report: await shown(), undecided: await undecided() }))).toEqual(
    before,
  );

  const second = await start(other, "other-2");
  serving = second;
  const links = "https://links.new.example";
  await all.at(old, () => moveProject(project, { to: "https://new.example", links }, commandLine));
  await expect.poll(async () => (await first.call(link(), visiting())).status, soon).toBe(308);
  await crowd.more(6);
  const counts = await crowd.stop();
  expect(crowd.wrong).toEqual([]);
  expect(await all.at(other, () => brokenPromises(scene, [counts]))).toEqual({});
});
