/**
 * Serves one version of Cairn with a new database, and reports to `compare` what it serves. That command also runs this
 * file in the checkout of another version, so it only uses names that exist since 0.1.0.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { withNewDatabase } from "@/bench/database";
import type { MeasuredPath, VersionTarget } from "@/bench/version-turns";
import { sql } from "@/db";

type App = { token: string };
type Factories = {
  aProject(settings: object): Promise<App>;
  aStoreListing(app: App, platform: "IOS" | "ANDROID"): Promise<unknown>;
  aCampaign(app: App, settings?: object): Promise<{ id: number; displayId: string }>;
  anAttributedUser(app: App, campaign: number): Promise<{ instance: string }>;
  withoutLimits(app: App): Promise<void>;
};
type Serve = (kind: string) => Promise<{ port: number; pid: number; stop(): Promise<void> }>;

const root = join(import.meta.dirname, "..");
const present = (...files: string[]) => files.find((file) => existsSync(join(root, `${file}.ts`)));

const factories: Factories = await import(`@/${present("testing/factories", "db/world")}`);
const servers: { serveInChild?: Serve; serve?: Serve } = await import(`@/${present("bench/servers")}`);
const serve = (servers.serveInChild ?? servers.serve)!;

const host = "go.bench.example";

async function linksOf(): Promise<VersionTarget["data"]> {
  const app = await factories.aProject({ domain: host, timeZone: "Asia/Kolkata" });
  await factories.aStoreListing(app, "IOS");
  await factories.aStoreListing(app, "ANDROID");
  const ids: string[] = [];
  for (let i = 0; i < 200; i++) {
    ids.push((await factories.aCampaign(app, { name: `Campaign ${i}`, is_shortlink: true })).displayId);
  }
  return { host, ids, users: [] };
}

async function usersOf(): Promise<VersionTarget["data"]> {
  const users: VersionTarget["data"]["users"] = [];
  for (let i = 0; i < 20; i++) {
    const app = await factories.aProject({ timeZone: "Europe/Berlin" });
    await factories.withoutLimits(app);
    const campaign = await factories.aCampaign(app);
    for (let n = 0; n < 20; n++) {
      const { instance } = await factories.anAttributedUser(app, campaign.id);
      users.push({ token: app.token, instance });
    }
  }
  return { host, ids: [], users };
}

const path = process.argv[2] as MeasuredPath;
await withNewDatabase(
  async (dataDir) => {
    const data = path === "redirect" ? await linksOf() : await usersOf();
    const { port, pid, stop } = await serve(path === "redirect" ? "links" : "front");
    const target: VersionTarget = { port, pid, dataDir, data };
    process.send?.(target);
    // Each message is a statement, because only the newer version's code knows what it wants to read.
    process.on("message", async (statement: string) => process.send?.((await sql.unsafe(statement))[0]));
    await new Promise((resolve) => process.once("disconnect", resolve));
    await stop();
  },
  { LOG_LEVEL: "info" },
);
process.exit();
