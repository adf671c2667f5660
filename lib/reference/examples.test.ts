import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { endpoints } from "@/app/api/endpoints";
import { commandLine } from "@/lib/accounts/audit/actor";
import { completeEnv, env } from "@/lib/base/env";
import { changeSite } from "@/lib/projects/site/site";
import { type OpenDocument, readReference } from "@/lib/reference/content/operations";
import { referenceOf } from "@/lib/reference/open-api";
import { aRealServer } from "@/sdk/testing/real-server";
import { aProject, decideEverything, withoutLimits } from "@/testing/factories";

const hasCurl = spawnSync("curl", ["--version"]).status === 0;
if (!hasCurl) console.warn("SKIPPED: the examples of /docs as printed: no curl.");

const operations = readReference(referenceOf(endpoints) as OpenDocument).flatMap(({ groups }) =>
  groups.flatMap((group) => group.operations),
);
/** A shared report and a project's own host have to be made by a person first. */
const needsPerson = new Set(["get/api/share/{token}", "get/api/caddy/ask"]);
/** The example would remove what the other examples are about: it comes last. */
const last = ["delete/api/v1/campaigns/{display_id}", "delete/api/v1/exchange-rates"];
const first = ["post/api/v1/create-campaign", "post/api/client/init", "post/api/client/trigger"];
const rankOf = (id: string) => (first.includes(id) ? -3 + first.indexOf(id) : last.includes(id) ? 1 : 0);

test.skipIf(!hasCurl)(
  "every curl example of the reference runs as it is printed, with the keys of a project",
  async () => {
    completeEnv({ CRON_SECRET: "cron-secret", METRICS_TOKEN: "metrics-token" });
    const app = await aProject({ currency: "USD" });
    await withoutLimits(app);
    const site = { origins: ["https://www.example.com"] };
    const { token: siteToken } = await changeSite(app.project, site, commandLine, new Date());
    const server = await aRealServer();
    const refused: string[] = [];
    for (const { id, samples } of operations.toSorted((a, b) => rankOf(a.id) - rankOf(b.id))) {
      if (needsPerson.has(id)) continue;
      if (id === "get/api/v1/get-attribution-result") await decideEverything(app);
      const code = samples
        .find(({ label }) => label === "curl")!
        .code.replaceAll(env.APP_URL, server.address)
        .replaceAll("ct_yourProjectsToken", app.token)
        .replaceAll("cw_yourSiteToken", siteToken!);
      const { stdout } = await promisify(execFile)("sh", ["-c", `${code} -sS -w '\n%{http_code}'`], {
        env: {
          ...process.env,
          CAIRN_SERVER_KEY: app.serverKey,
          CRON_SECRET: env.CRON_SECRET,
          METRICS_TOKEN: env.METRICS_TOKEN,
        },
      });
      const status = stdout.split("\n").at(-1)!;
      if (!status.startsWith("2")) refused.push(`${id}: ${stdout.slice(0, 300)}`);
    }
    await server.close();
    expect(refused).toEqual([]);
  },
  300_000,
);
