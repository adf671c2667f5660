import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dashboardRoutes } from "@/app/api/dashboard/routes";
import { sql } from "@/db";
import { completeEnv } from "@/lib/base/env";
import { readSecrets } from "@/lib/data-access/files/secrets";
import { asServed } from "@/lib/platform/http/testing";
import { aCampaign, aMember, aProject } from "@/testing/factories";
import { anS3Server } from "@/testing/files/s3-server";
import { anSftpServer, hasSsh2 } from "@/testing/files/sftp-server";

const root = mkdtempSync(join(tmpdir(), "cairn-file-exports-"));
let s3: Awaited<ReturnType<typeof anS3Server>>;
beforeAll(async () => {
  s3 = await anS3Server();
  completeEnv({ OUTBOUND_ALLOW: s3.host, DATA_DIR: join(root, "data") });
});
afterAll(async () => {
  await s3.end();
  rmSync(root, { recursive: true, force: true });
});

asServed([dashboardRoutes], (call) => {
  const setUp = async () => {
    const app = await aProject();
    const { session } = await aMember("admin", app.accountId);
    const base = `/api/dashboard/projects/${app.project.id}/file-exports`;
    const send = (line: string, body?: unknown) => {
      const [method = "", path = ""] = line.split(" ");
      return call(`${method} ${base}${path}`, { session, ...(body === undefined ? {} : { body }) });
    };
    return { app, session, send };
  };
  const valid = () => ({
    title: "Warehouse",
    datasets: ["installs", "campaigns"],
    format: "ndjson",
    cadence: "daily",
    hour: 5,
    storage: "s3",
    place: { ...s3.place, prefix: "raw" },
    secrets: s3.secrets,
  });

  test("201 scheduled, listed without secrets, tested, run, and logged with its files", async () => {
    const { app, send } = await setUp();
    await aCampaign(app);
    const made = await send("POST ", valid());
    expect(made).toMatchObject({
      status: 201,
      body: {
        msg: "Files scheduled.",
        data: {
          export: {
            title: "Warehouse",
            datasets: ["campaigns", "installs"],
            has_secrets: true,
            running: false,
            last: null,
            next_at: expect.stringMatching(/T05:00:00.000Z$/),
          },
        },
      },
    });
    expect(made.text).not.toContain("s3cret");
    const id = made.body.data.export.id;
    const [row] = await sql<{ id: number; credentials: Buffer }[]>`
      select id, credentials from file_exports where project_id = ${app.project.id}`;
    expect(readSecrets(app.project, row!)).toEqual(s3.secrets);
    expect((await send(`POST /${id}/test`, {})).body.data).toEqual({
      accepted: true,
      text: "Cairn wrote a file and removed it.",
    });
    expect((await send(`POST /${id}/run`, {})).body.msg).toBe("The run has started.");
    const newest = async () => (await send(`GET /${id}`)).body.data.runs[0];
    await expect.poll(newest).toMatchObject({ state: "done", rows: 1, files: 1, problem: null });
    const { manifest, names } = await newest();
    expect([...s3.objects.keys()]).toEqual(
      expect.arrayContaining([
        `raw/${manifest}`,
        ...names.map(({ name }: { name: string }) => `raw/${name}`),
      ]),
    );
    expect((await send(`DELETE /${id}`)).body).toMatchObject({
      msg: "Scheduled files removed.",
      data: { id },
    });
    expect((await send("GET ")).body.data).toEqual({ exports: [], folder: false });
    expect(await sql`select 1 from file_runs where project_id = ${app.project.id}`).toHaveLength(0);
    const audit = await sql<{ action: string; target: string }[]>`
      select action, target from audit_log where project_id = ${app.project.id} and action like 'file-export.%' order by id`;
    expect(audit.map(({ action }) => action)).toEqual([
      "file-export.create",
      "file-export.run",
      "file-export.remove",
    ]);
    expect(audit.map(({ target }) => target)).toEqual(["Warehouse", "Warehouse", "Warehouse"]);
  });

  test("a former vendor's layout is previewed, stored and shown, and its problems are next to their fields", async () => {
    const { send } = await setUp();
    const adjust = { ...valid(), layout: "adjust", definition: '{adid},[item],"x"' };
    const { datasets: _, format: __, ...rest } = adjust;
    const made = await send("POST ", { ...rest, format: "parquet" });
    expect(made).toMatchObject({
      status: 201,
      body: {
        data: { export: { layout: "adjust", definition: adjust.definition, datasets: [], format: "csv" } },
      },
    });
    const { id } = made.body.data.export;
    const changed = await send(`PUT /${id}`, { ...adjust, layout: "appsflyer" });
    expect(changed.body.data.export).toMatchObject({
      layout: "appsflyer",
      definition: "",
      has_secrets: true,
    });
    const own = await send(`PUT /${id}`, valid());
    expect(own.body.data.export).toMatchObject({ layout: "cairn", datasets: ["campaigns", "installs"] });

    const wrong = `Column 1 must be a "constant", a {placeholder} or a [parameter], such as {installed_at}.`;
    for (const [more, fields] of [
      [{ definition: "adid" }, { definition: wrong }],
      [{ layout: "singular" }, { layout: "Choose a layout." }],
      [
        { storage: "clickhouse", place: {}, secrets: undefined, layout: "appsflyer" },
        { storage: "Choose a storage of files. Warehouses receive Cairn's datasets." },
      ],
      [{ layout: "cairn", datasets: [] }, { datasets: "Choose at least one dataset." }],
    ] as const) {
      const refused = await send("POST ", { ...adjust, ...more });
      expect(refused.status, JSON.stringify(more)).toBe(400);
      expect(refused.body.errors, JSON.stringify(more)).toMatchObject(fields);
    }

    const preview = await send("POST /preview", { layout: "adjust", definition: "{adid},{city},[item]" });
    expect(preview).toMatchObject({
      status: 200,
      body: {
        msg: "Preview.",
        data: {
          tables: [{ name: "activity", columns: ["{adid}", "{city}", "[item]"], rows: [] }],
          empty: ["{city}"],
          withheld: ["[item]"],
        },
      },
    });
    for (const [body, fields] of [
      [{ layout: "adjust", definition: "adid" }, { definition: wrong }],
      [{ layout: "cairn" }, { layout: "Choose a former vendor." }],
    ] as const)
      expect((await send("POST /preview", body)).body.errors).toEqual(fields);
  });

  test("200 changed: without secrets the stored ones are kept, and another place begins with all rows", async () => {
    const { app, send } = await setUp();
    const { id } = (await send("POST ", valid())).body.data.export;
    const position = async () =>
      (
        await sql`select positions, credentials is not null as kept from file_exports where project_id = ${app.project.id}`
      )[0];
    await sql`update file_exports set positions = '{"installs":"x"}' where project_id = ${app.project.id}`;
    const { secrets: _, ...without } = valid();
    expect((await send(`PUT /${id}`, { ...without, title: "Other" })).body.data.export).toMatchObject({
      title: "Other",
      has_secrets: true,
    });
    expect(await position()).toEqual({ positions: { installs: "x" }, kept: true });
    await send(`PUT /${id}`, { ...without, place: { ...s3.place, prefix: "elsewhere" } });
    expect(await position()).toEqual({ positions: {}, kept: true });
    // Stored secrets are not sent to an address that somebody enters without them.
    const moved = { ...without, place: { ...s3.place, endpoint: "https://s3.other.example" } };
    expect(await send(`PUT /${id}`, moved)).toMatchObject({
      status: 400,
      body: { errors: { "secrets.secret_access_key": "Secret access key is required." } },
    });
    expect((await send(`PUT /${id}`, { ...without, on: false })).body.data.export).toMatchObject({
      on: false,
      next_at: null,
    });
    const [logged] = await sql<{ detail: Record<string, unknown> }[]>`
      select detail from audit_log
      where project_id = ${app.project.id} and action = 'file-export.change' order by id desc limit 1`;
    expect(logged!.detail).toMatchObject({
      ...{ on: false, hour: 5, place: { prefix: "raw" } },
      before: { on: true, hour: 5, personal: false, place: { prefix: "elsewhere" } },
    });
  });

  test.each<[string, Record<string, unknown>, string, string]>([
    ["title", { title: " " }, "title", "Title is required."],
    ["datasets", { datasets: [] }, "datasets", "Choose at least one dataset."],
    ["an unknown dataset", { datasets: ["secrets"] }, "datasets.0", "Choose datasets of the list."],
    ["format", { format: "xml" }, "format", "Choose a format."],
    ["cadence", { cadence: "weekly" }, "cadence", "Choose hourly or daily."],
    ["hour", { hour: 24 }, "hour", "Choose an hour."],
    ["storage", { storage: "ftp" }, "storage", "Choose a storage."],
    [
      "a folder",
      { storage: "folder" },
      "storage",
      "This server allows no folder. The operator can set EXPORT_FOLDER.",
    ],
    [
      "no bucket",
      { place: { region: "auto", access_key_id: "AKIA" } },
      "place.bucket",
      "Bucket is required.",
    ],
    [
      "a path that leaves the folder",
      { place: { region: "auto", bucket: "exports", access_key_id: "AKIA", prefix: "../other" } },
      "place.prefix",
      "Use letters, digits, dots, hyphens and underscores, separated by slashes.",
    ],
    [
      "a private address",
      { place: { endpoint: "http://10.0.0.1", region: "auto", bucket: "exports", access_key_id: "AKIA" } },
      "place.endpoint",
      "Its host is in a private network. An operator can allow it with OUTBOUND_ALLOW.",
    ],
    [
      "no secret",
      { secrets: { secret_access_key: "" } },
      "secrets.secret_access_key",
      "Secret access key is required.",
    ],
  ])("400 %s", async (_what, change, field, message) => {
    const { send } = await setUp();
    const got = await send("POST ", { ...valid(), ...change });
    expect(got).toMatchObject({ status: 400, body: { errors: { [field]: message } } });
  });

  test.skipIf(!hasSsh2)("an SSH server: its key is read, then stored, then expected", async () => {
    const ssh = await anSftpServer();
    try {
      completeEnv({ OUTBOUND_ALLOW: [s3.host, ssh.host].join(",") });
      const { app, send } = await setUp();
      await aCampaign(app);
      const server = { host: ssh.place.host, port: ssh.place.port };
      const key = await send("POST /host-key", server);
      expect(key).toMatchObject({ status: 200, body: { msg: "Host key.", data: { type: "ssh-ed25519" } } });
      const place = { ...ssh.place, host_key: key.body.data.fingerprint, prefix: "raw" };
      const input = { ...valid(), storage: "sftp", place, secrets: ssh.secrets };
      const made = await send("POST ", input);
      expect(made.status).toBe(201);
      const { id } = made.body.data.export;
      expect((await send(`POST /${id}/test`, {})).body.data.accepted).toBe(true);
      await send(`POST /${id}/run`, {});
      const newest = async () => (await send(`GET /${id}`)).body.data.runs[0];
      await expect.poll(newest).toMatchObject({ state: "done", rows: 1, files: 1, problem: null });
      const { manifest, names } = await newest();
      expect([...ssh.files.keys()].sort()).toEqual(
        [manifest, ...names.map(({ name }: { name: string }) => name)].map((name) => `raw/${name}`).sort(),
      );
      // Stored passwords are not sent to another server.
      const { secrets: _, ...without } = input;
      expect(
        await send(`PUT /${id}`, { ...without, place: { ...place, host: "sftp.example.com" } }),
      ).toMatchObject({
        status: 400,
        body: { errors: { "secrets.password": "Enter a password or a private key." } },
      });
      const changed = { ...place, host_key: `SHA256:${"A".repeat(43)}` };
      expect((await send(`PUT /${id}`, { ...without, place: changed })).status).toBe(200);
      expect((await send(`POST /${id}/test`, {})).body.data).toEqual({
        accepted: false,
        text: expect.stringContaining("The server has another host key than before"),
      });
    } finally {
      completeEnv({ OUTBOUND_ALLOW: s3.host });
      await ssh.end();
    }
  });

  test.each<[string, Record<string, unknown>, Record<string, string>, string, string]>([
    ["no key", { host_key: "" }, { password: "x" }, "place.host_key", "Host key is required."],
    [
      "a key of another form",
      { host_key: "MD5:aa" },
      { password: "x" },
      "place.host_key",
      "Enter the fingerprint of the server's key: SHA256: and 43 characters.",
    ],
    ["a passphrase only", {}, { passphrase: "x" }, "secrets.password", "Enter a password or a private key."],
    ["no secret", {}, {}, "secrets.password", "Enter a password or a private key."],
    [
      "a private address",
      { host: "10.0.0.1" },
      { password: "x" },
      "place.host",
      "Its host is in a private network. An operator can allow it with OUTBOUND_ALLOW.",
    ],
    ["a port", { port: "65536" }, { password: "x" }, "place.port", "Enter a port from 1 to 65535."],
  ])("400 an SSH server with %s", async (_what, change, secrets, field, message) => {
    const { send } = await setUp();
    const place = {
      host: "sftp.example.com",
      username: "cairn",
      host_key: `SHA256:${"A".repeat(43)}`,
      ...change,
    };
    const got = await send("POST ", { ...valid(), storage: "sftp", place, secrets });
    expect(got).toMatchObject({ status: 400, body: { errors: { [field]: message } } });
  });

  test("400 the key of a server in a private network is not read", async () => {
    const { send } = await setUp();
    expect(await send("POST /host-key", { host: "127.0.0.1" })).toMatchObject({
      status: 400,
      body: {
        errors: { host: "Its host is in a private network. An operator can allow it with OUTBOUND_ALLOW." },
      },
    });
  });

  test("a storage that rejects the test reports why", async () => {
    const { send } = await setUp();
    const wrong = { ...valid(), secrets: { secret_access_key: "wrong" } };
    const { id } = (await send("POST ", wrong)).body.data.export;
    expect((await send(`POST /${id}/test`, {})).body.data).toEqual({
      accepted: false,
      text: expect.stringContaining("The secret access key is not valid."),
    });
  });

  test("409 a project has at most 50 exports", async () => {
    const { app, send } = await setUp();
    await send("POST ", valid());
    await sql`
      insert into file_exports (project_id, title, datasets, format, is_personal, cadence, hour, storage, place, is_on, created_by)
      select ${app.project.id}, title, datasets, format, is_personal, cadence, hour, storage, place, false, 'test'
      from file_exports f, generate_series(1, 49) where f.project_id = ${app.project.id}`;
    expect(await send("POST ", valid())).toMatchObject({
      status: 409,
      body: { msg: "A project has at most 50 exports. Remove some first." },
    });
  });
});
