import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "@/db";
import { backUp } from "@/db/backup/backup";
import { newProjectToken, newServerKey } from "@/lib/accounts/access/credentials";
import { randomBase62 } from "@/lib/base/ids";
import { App } from "@/testing/app";
import { DatabaseProxy } from "@/testing/database-proxy";
import { type AProject, aCampaign, aProject, withoutLimits } from "@/testing/factories";

let folder = "";
let way: DatabaseProxy;
let app: AProject;
let server: App;

/** Personal data that must not appear in logs, traces or metrics. */
const some = randomBase62(10).toLowerCase();
const person = {
  email: `ada-${some}@example.com`,
  phone: `+4915${Math.floor(Math.random() * 1e9)}`,
  name: `Ada ${some}`,
  gaid: crypto.randomUUID(),
  user: `user-${some}`,
  push: `push-${some}`,
  word: `said-${some}`,
};
const addresses = ["203.0.113.77", "2a01:db8:77:1:aaaa:bbbb:cccc:dddd"];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "cairn-traces-"));
  way = new DatabaseProxy(join(folder, "way"));
  await way.begin();
  app = await aProject({ domain: `${some}.go.example` });
  await withoutLimits(app);
  server = await App.start({
    dataDir: folder,
    logFile: join(folder, "log"),
    env: { DATABASE_SOCKET: way.folder, TRUSTED_PROXY_HOPS: "1" },
    tasks: ["attribute"],
  });
});
afterAll(async () => {
  await server.kill();
  way.end();
  rmSync(folder, { recursive: true, force: true });
});

const wrongToken = newProjectToken();
const wrongKey = newServerKey().key;

/** Calls of a phone, a server and an attacker, from one address. */
async function everything(address: string, install: string): Promise<number[]> {
  const headers = { "x-forwarded-for": address };
  const statuses: number[] = [];
  const send = async (line: string, request: Parameters<App["call"]>[1] = {}) =>
    statuses.push(
      (await server.call(line, { ...request, headers: { ...headers, ...request.headers } })).status,
    );
  const post = (name: string, body: object) =>
    send(`POST /api/client/${name}`, { body: { token: app.token, install_instance_id: install, ...body } });
  const { displayId } = await aCampaign(app);
  const query = new URLSearchParams({ c: displayId, gaid: person.gaid, email: person.email, q: person.word });
  await send(`GET /?${query}`, { host: app.domain });
  const device_data = { gaid: person.gaid, advertising_id: person.gaid };
  await post("init", { platform: "ANDROID", device_data, link: `https://${app.domain}/?${query}` });
  await post("trigger", { user_data: { id: person.user, ...person }, data: { note: person.word } });
  await post("update-push-token", { push_token: person.push });
  await post("capture-event", { event_name: "walked", event_data: { note: person.word } });
  await post("capture-payment", { amount: 3, payment_id: person.word, user_id: person.user });
  await post("capture-event", { event_name: `${person.word}\u0000` });
  await post("init", { token: wrongToken, device_data });
  await send("POST /api/client/init", { body: { token: { nested: person.email } } });
  await send(`GET /api/v1/get-attribution-result?user_id=${person.user}`, {
    headers: { "service-key": app.serverKey },
  });
  await send(`GET /api/v1/campaigns?search=${person.word}`, { headers: { "service-key": wrongKey } });
  await send(`GET /api/v1/nothing/${person.word}?email=${person.email}`);
  return statuses;
}

test("a log at the most detailed level contains no address, key, token, email, phone, device ID or other personal data", async () => {
  for (const [i, address] of addresses.entries()) {
    const statuses = await everything(address, `install-${some}-${i}`);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(statuses.filter((status) => status < 400).length).toBeGreaterThanOrEqual(7);
  }
  way.cut();
  // Failed calls are logged and traced, too.
  expect(await everything(addresses[0]!, `install-${some}-2`)).toContain(503);
  way.open();
  const lines = () => readFileSync(join(folder, "log"), "utf8");
  await expect.poll(() => lines().split("\n").length).toBeGreaterThan(20);
  await expect.poll(lines).toContain("request failed");
  const log = lines();
  for (const secret of [
    ...addresses,
    ...Object.values(person),
    app.token,
    app.serverKey,
    wrongToken,
    wrongKey,
    `install-${some}`,
  ]) {
    expect(log).not.toContain(secret);
    expect(log).not.toContain(encodeURIComponent(secret));
  }
});

test("no row of a backup contains the IP address of a click or install", async () => {
  const [row] = await sql<{ clicks: number; installs: number }[]>`
    select (select count(*) from clicks where project_id = ${app.project.id}
      and address_key is not null)::int as clicks,
      (select count(*) from installs where project_id = ${app.project.id}
      and address_key is not null)::int as installs`;
  expect(row).toEqual({ clicks: 2, installs: 2 });
  const file = join(folder, "backup.gz");
  await backUp(file, new Date());
  const text = gunzipSync(readFileSync(file)).toString("utf8");
  expect(text).toContain(person.email);
  for (const address of addresses) expect(text).not.toContain(address);
  expect(text).not.toMatch(/2a01:0?db8:0*77/i);
});
