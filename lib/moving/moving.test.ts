import { PassThrough, Readable } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "@/db";
import { projectFromRow } from "@/lib/accounts/access/project";
import { findProject } from "@/lib/accounts/access/queries";
import { commandLine } from "@/lib/accounts/audit/actor";
import { metaKeyOf } from "@/lib/attribution/evidence/meta-key";
import { setMetaKey } from "@/lib/attribution/meta-key/set";
import type { ProjectId } from "@/lib/base/ids";
import { dropEndedWatches } from "@/lib/facts/debug/watch";
import { addListener, findUnread } from "@/lib/ledger/outbox/queries";
import { encryptedColumns, unencryptedColumns } from "@/lib/moving/encrypted-columns";
import { exportProject } from "@/lib/moving/export";
import { importProject } from "@/lib/moving/import";
import type { ImportOptions } from "@/lib/moving/options";
import { excludedColumns, movedTables } from "@/lib/moving/tables";
import { createDestination } from "@/lib/outbound/destinations/destinations";
import { encryptionContext } from "@/lib/outbound/requests/decrypt";
import { decrypt } from "@/lib/platform/encryption";
import { removeProjects } from "@/lib/privacy/removal/remove";
import { makeSigningKey } from "@/lib/projects/signing/keys";
import { type AProject, aMember, anAccount, aProject, aProjectMember } from "@/testing/factories";
import { fillTables, tablesOfProjects } from "@/testing/full-project";
import { type Instance, instances } from "@/testing/instances";
import { inPieces, rowsAndReport as seenAt } from "@/testing/project-rows";
import { knownProject } from "@/testing/reporting";

const now = new Date("2026-06-20T12:00:00Z");
const passphrase = "correct horse battery";

// A test that timed out would continue in the next test's database.

let all: Awaited<ReturnType<typeof instances>>;
let old: Instance;
let app: AProject;
let before: Awaited<ReturnType<typeof seen>>;
let packed: Buffer;
const emails = { known: "known@example.com", unknown: "unknown@example.com" };

beforeAll(async () => {
  all = await instances();
  old = await all.instance("the old key");
  await all.at(old, async () => {
    await sql`select make_month_partitions('2026-05-01', '2026-06-30')`;
    app = (await knownProject()).app;
    await fillTables(app);
    await sql`update projects set updated_at = updated_at where id = ${app.project.id}`;
    await aMember("owner", app.accountId, { email: emails.known });
    await aProjectMember([{ project: app.project, role: "viewer" }], emails.unknown);
    await makeSigningKey(app.project, "app", commandLine, now);
    const hook = { kind: "webhook", name: "Hook", mode: "live", secrets: {} } as const;
    await createDestination(
      app.project,
      { ...hook, settings: { url: "https://example.com/" } },
      commandLine,
      now,
    );
    await setMetaKey(app.project, { key: Buffer.alloc(32, 7), sample: undefined }, commandLine, now);
    packed = await exported(passphrase);
    before = await seen(app.project.id);
  });
});
afterAll(() => all.end());

async function exported(phrase: string | null, project = app): Promise<Buffer> {
  const to = new PassThrough();
  const parts: Buffer[] = [];
  to.on("data", (part: Buffer) => parts.push(part));
  await exportProject(project.project, to, { now, passphrase: phrase, progress: () => {} });
  return Buffer.concat(parts);
}

const options = async (input: Partial<ImportOptions> = {}): Promise<ImportOptions> => ({
  account: await anAccount(),
  appUrl: "https://cairn.example",
  passphrase: async () => passphrase,
  consent: async () => {},
  progress: () => {},
  ...input,
});

const bring = async (
  bytes: Buffer,
  input: Partial<ImportOptions> = {},
  max?: { rows: number; bytes: number },
) => importProject(Readable.from(inPieces(bytes)), await options(input), max);

const seen = (id: number) => seenAt(id, now);

const isShown = async (name: string) =>
  (await sql`select id from projects where name = ${name} and deleted_at is null`).length > 0;

test("every table with rows of projects is exported, or left out for a reason", async () => {
  await all.at(old, async () =>
    expect((await tablesOfProjects()).sort()).toEqual(
      [...movedTables, ...Object.keys(excludedColumns)].sort(),
    ),
  );
});

test("every binary column is encrypted again for the migration, or is not secret", async () => {
  await all.at(old, async () => {
    const rows = await sql<{ name: string }[]>`
      select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.atttypid in ('bytea'::regtype, 'bytea[]'::regtype) and not a.attisdropped
        and c.relname in ${sql(movedTables)} order by 1`;
    expect(rows.map(({ name }) => name)).toEqual(
      [...unencryptedColumns, ...encryptedColumns.map(({ table, column }) => `${table}.${column}`)].sort(),
    );
  });
});

test("a project arrives completely at an instance with another key: rows, report, secrets, and access", async () => {
  expect(gunzipSync(packed).includes("Hook")).toBe(true);
  const other = await all.instance("another key");
  await all.at(other, async () => {
    const known = await aMember("viewer", undefined, { email: emails.known.toUpperCase() });
    const losses: string[] = [];
    const account = await anAccount();
    const consent = async (loss: string) => void losses.push(loss);
    const imported = await bring(packed, { account, consent });
    expect(losses).toEqual([
      expect.stringMatching(/^This instance has a different ENCRYPTION_KEY\. 1 id of somebody/),
    ]);
    expect(imported).toMatchObject({
      project_id: app.project.id,
      slug: app.project.slug,
      changed: [],
      members: [emails.known],
      unknown: expect.arrayContaining([emails.unknown]),
      // Values that the test itself inserted were never encrypted.
      unreadable: 0,
    });
    const after = await seen(app.project.id);
    // An unshared view belongs to its owner, who is unknown here.
    expect({ ...after.rows, report_views: [] }).toEqual({ ...before.rows, report_views: [] });
    expect(after.report).toBe(before.report);
    const project = projectFromRow((await findProject(app.project.id))!);
    expect(metaKeyOf(project)).toEqual(Buffer.alloc(32, 7));
    const [hook] = await sql<{ id: number; credentials: Buffer }[]>`
      select id, credentials from destinations where project_id = ${project.id} and name = 'Hook'`;
    expect(decrypt(hook!.credentials, encryptionContext(project.id, hook!.id))).toMatch(/"secret":"whsec_/);
    const seeing = await sql`select member_id, role from project_members where project_id = ${project.id}`;
    expect(seeing).toEqual([{ member_id: known.id, role: "admin" }]);
    // New facts get numbers after the copied ones.
    const { project: next } = await aProject({ account });
    expect(next.id).toBeGreaterThan(project.id);
    await expect(bring(packed)).rejects.toThrow(`This project already exists here as project ${project.id}`);
  });
});

test("without a passphrase only an instance with the same ENCRYPTION_KEY can read it", async () => {
  const bytes = await all.at(old, () => exported(null));
  const [same, other] = [await all.instance("the old key"), await all.instance("a third key")];
  await all.at(other, () => expect(bring(bytes)).rejects.toThrow("has a different ENCRYPTION_KEY"));
  await all.at(same, async () => {
    const consent = () => Promise.reject(new Error("nothing is lost"));
    expect(await bring(bytes, { consent })).toMatchObject({ project_id: app.project.id });
  });
});

test("where IDs, names and hosts exist it gets others, and all references stay correct", async () => {
  const other = await all.instance("the old key");
  await all.at(other, async () => {
    const others: AProject[] = [];
    for (let i = 0; i <= app.project.id; i++) others.push(await aProject({ name: app.project.name }));
    await sql`update projects set slug = ${app.project.slug} where id = ${others[0]!.project.id}`;
    const [{ host } = { host: "" }] = await all.at(
      old,
      () => sql<{ host: string }[]>`
      select host from domains where project_id = ${app.project.id}`,
    );
    await all.at(other, async () => {
      await sql`update domains set host = ${host} where project_id = ${others[0]!.project.id}`;
      const imported = await bring(packed);
      expect(imported.project_id).not.toBe(app.project.id);
      expect(imported.slug).toMatch(new RegExp(`^${app.project.slug}-`));
      expect(imported.changed).toEqual(
        expect.arrayContaining([
          `project ${app.project.id} → ${imported.project_id}`,
          expect.stringMatching(/\.localhost → .*\.localhost$/),
          "numbers of domains",
        ]),
      );
      const after = await seen(imported.project_id);
      const figures = (text: string) =>
        text.replace(/"domain":\{[^}]*\}|"[a-z_]*link":"[^"]*"|[\w-]*\.localhost[^"]*/g, "");
      expect(figures(after.report)).toBe(figures(before.report));
      expect(after.rows.ledger).toEqual(before.rows.ledger);
    });
  });
});

test("a display ID of another project of the account is rejected, and the project stays hidden", async () => {
  const other = await all.instance("the old key");
  await all.at(other, async () => {
    const account = await anAccount();
    const [taken] = await all.at(
      old,
      () => sql<{ display_id: string }[]>`
      select display_id from display_ids where project_id = ${app.project.id} limit 1`,
    );
    await all.at(other, async () => {
      await sql`
        insert into display_ids (account_id, display_id, project_id) values (${account}, ${taken!.display_id}, 999)`;
      await expect(bring(packed, { account })).rejects.toThrow("belongs to another project here");
      expect(await isShown(app.project.name)).toBe(false);
      expect(await bring(packed)).toMatchObject({ slug: app.project.slug });
    });
  });
});

test("an interrupted import shows nothing, and continues where it stopped", async () => {
  const other = await all.instance("the old key");
  const text = gunzipSync(packed);
  await all.at(other, async () => {
    const account = await anAccount();
    const small = { rows: 3, bytes: 1e6 };
    for (const share of [0.3, 0.999]) {
      const cut = gzipSync(text.subarray(0, Math.floor(text.length * share)));
      await expect(bring(cut, { account }, small)).rejects.toThrow("damaged or incomplete");
      expect(await isShown(app.project.name)).toBe(false);
    }
    const sent: string[] = [];
    const imported = await bring(packed, { account, progress: (line) => sent.push(line) }, small);
    expect(sent[0]).toMatch(/^Going on behind \d+ rows of \w+\.$/);
    const after = await seen(imported.project_id);
    expect(after.rows.ledger).toEqual(before.rows.ledger);
    expect(after.report).toBe(before.report);
  });
});

test("another export starts again; an unfinished import is deleted after a week", async () => {
  const other = await all.instance("the old key");
  const again = await all.at(old, () => exported(passphrase));
  const half = gzipSync(gunzipSync(packed).subarray(0, 20_000));
  await all.at(other, async () => {
    const account = await anAccount();
    await expect(bring(half, { account })).rejects.toThrow("damaged or incomplete");
    const { project_id: id } = await bring(again, { account });
    expect(id).toBe(app.project.id);
  });
  const third = await all.instance("the old key");
  await all.at(third, async () => {
    await expect(bring(half)).rejects.toThrow("damaged or incomplete");
    const rows = () => sql`select from campaigns where project_id = ${app.project.id as ProjectId}`;
    const inDays = (days: number) => () => new Date(Date.now() + days * 86_400_000);
    await removeProjects(60_000, inDays(6));
    expect((await rows()).length).toBeGreaterThan(0);
    await removeProjects(60_000, inDays(8));
    expect((await rows()).length).toBe(0);
    expect(await sql`select from projects where id = ${app.project.id}`).toHaveLength(0);
  });
});

test("an invalid file is rejected before anything is stored, with a message", async () => {
  const other = await all.instance("the old key");
  const changed = (change: (header: Record<string, unknown>) => void) => {
    const text = gunzipSync(packed).toString("latin1");
    const end = text.indexOf("\n");
    const header = JSON.parse(Buffer.from(text.slice(0, end), "latin1").toString("utf8"));
    change(header);
    return gzipSync(
      Buffer.concat([Buffer.from(JSON.stringify(header)), Buffer.from(text.slice(end), "latin1")]),
    );
  };
  await all.at(other, async () => {
    await expect(bring(Buffer.from("no gzip"))).rejects.toThrow("damaged or incomplete");
    await expect(bring(gzipSync("{}\n"))).rejects.toThrow("This file is not an export of a Cairn project.");
    await expect(bring(packed, { passphrase: async () => "wrong horse battery" })).rejects.toThrow(
      "The passphrase is wrong for this export.",
    );
    const later = changed((header) => Object.assign(header, { version: "9.1.0", migration: "9000_next" }));
    await expect(bring(later)).rejects.toThrow(
      /exported by Cairn 9\.1\.0 \(migration 9000_next\), but this instance is/,
    );
    const own = changed((header) => Object.assign(header, { hosts: ["cairn.example"] }));
    await expect(bring(own)).rejects.toThrow("The dashboard runs on this domain");
    const consent = () => Promise.reject(new Error("no"));
    await all.at({ ...other, key: "a fourth key" }, () =>
      expect(bring(packed, { consent })).rejects.toThrow("no"),
    );
  });
  await all.at(other, async () => {
    expect(await sql`select from projects`).toHaveLength(0);
    // A complete export with one wrong figure.
    const text = gunzipSync(packed).toString("latin1").replace("\tclicks\t", "\tinstal\t");
    await expect(bring(gzipSync(Buffer.from(text, "latin1")))).rejects.toThrow("damaged or incomplete");
    expect(await isShown(app.project.name)).toBe(false);
  });
});

test("a complete export after a damaged one contains nothing of the damaged one", async () => {
  const other = await all.instance("the old key");
  const damaged = gunzipSync(packed).toString("latin1").replace("\tclicks\t", "\tinstal\t");
  await all.at(other, async () => {
    const account = await anAccount();
    await expect(bring(gzipSync(Buffer.from(damaged, "latin1")), { account })).rejects.toThrow("damaged");
    await expect(bring(packed, { account })).rejects.toThrow(
      "The imported data is being removed: import it again.",
    );
    const { project_id: id } = await bring(packed, { account });
    expect((await seen(id)).rows.ledger).toEqual(before.rows.ledger);
  });
});

test("an import that waits for rows does not delay any outbox", async () => {
  const other = await all.instance("the old key");
  const slowly = gzipSync(gunzipSync(packed), { level: 0 });
  await all.at(other, async () => {
    const own = (await aProject()).project.id;
    const account = await anAccount();
    for (const share of [0.5, 0.97]) {
      const from = new PassThrough();
      const arrived = Math.floor(slowly.length * share);
      const importing = importProject(from, await options({ account }));
      importing.catch(() => {});
      from.write(slowly.subarray(0, arrived));
      // All received rows are stored, or wait for the rest.
      await expect.poll(() => from.readableLength).toBe(0);
      await addListener(own, String(share), ["install"]);
      await sql`insert into outbox (project_id, id, kind, subject, payload) values (${own}, uuidv7(), 'install', '1', '{}')`;
      await expect.poll(async () => (await findUnread(own, String(share), 1))?.rows.length).toBe(1);
      from.end();
      await expect(importing).rejects.toThrow("damaged or incomplete");
    }
  });
});

test("an import that is about to finish cannot be replaced by another", async () => {
  const other = await all.instance("the old key");
  const again = await all.at(old, () => exported(passphrase));
  await all.at(other, async () => {
    const account = await anAccount();
    const first = await sql.begin(async (tx) => {
      // All rows are stored and counted at this point.
      await tx`lock table audit_log in share mode`;
      const importing = bring(packed, { account });
      importing.catch(() => {});
      const waiting = () => tx`select from pg_locks where not granted and relation = 'audit_log'::regclass`;
      await expect.poll(async () => (await waiting()).length).toBe(1);
      await expect(bring(again, { account })).rejects.toThrow(
        "Another import of this project is in progress. Wait until it ends.",
      );
      return [importing];
    });
    const { project_id: id } = await first[0]!;
    expect((await seen(id)).rows.ledger).toEqual(before.rows.ledger);
  });
});

test("rows removed by retention, and views of former members, stay removed during the migration", async () => {
  const bytes = await all.at(old, async () => {
    const id = app.project.id;
    await sql`
      insert into watched_devices (project_id, id, code, scheme, created_by, expires_at)
      values (${id}, uuidv7(), 'over', 's', 'me', '2026-06-19')`;
    await sql`update projects set watched_until = '2026-06-19' where id = ${id}`;
    await sql`
      insert into report_views (project_id, id, member_id, name, shared, query) overriding system value
      values (${id}, 900, -1, 'Nobody''s', true, '{}')`;
    const whole = await exported(passphrase);
    await sql`delete from watched_devices where project_id = ${id} and code = 'over'`;
    await sql`delete from report_views where project_id = ${id} and id = 900`;
    return whole;
  });
  const other = await all.instance("the old key");
  await all.at(other, async () => {
    await aMember("viewer");
    const account = await anAccount();
    const text = gunzipSync(bytes);
    await expect(bring(gzipSync(text.subarray(0, -200)), { account })).rejects.toThrow(
      "damaged or incomplete",
    );
    await dropEndedWatches(new Date());
    const { project_id: id } = await bring(bytes, { account });
    expect(
      await sql`select member_id from report_views where project_id = ${id} and name = 'Nobody''s'`,
    ).toEqual([{ member_id: -1 }]);
  });
});
