import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { App } from "@/testing/app";
import { parseScrape } from "@/testing/figures";

/** Checks the shipped deployment files against the program. */
const root = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "cairn-deploy-"));
const read = (...path: string[]) => readFileSync(join(root, ...path), "utf8");

const rules = read("deploy/prometheus/cairn.rules.yml");
const dashboard = JSON.parse(read("deploy/grafana/cairn.json")) as {
  panels: { id: number; type: string; title: string; targets?: { expr: string }[] }[];
};
const settings = new Set(
  [...read(".env.example").matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name),
);

let server: App;
/** The names of all metrics from the HELP lines, including those without a value now. */
let printed: Set<string>;

beforeAll(async () => {
  server = await App.start({
    dataDir: folder,
    dashboard: true,
    tasks: ["clock"],
    // These services do not exist, but their metrics must.
    env: {
      DATABASE_REPLICA_URL: "postgres://127.0.0.1:9/cairn",
      REDIS_URL: "redis://127.0.0.1:9",
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
    },
  });
  printed = new Set(parseScrape((await server.call("GET /api/metrics")).text).helps.keys());
});
afterAll(async () => {
  await server.kill();
  rmSync(folder, { recursive: true, force: true });
});

function unknownFigures(expressions: string): string[] {
  const named = [...expressions.matchAll(/\bcairn_[a-z0-9_]+/g)].map(([name]) =>
    name.replace(/_(bucket|count|sum)$/, ""),
  );
  expect(named.length).toBeGreaterThan(20);
  return [...new Set(named)].filter((name) => !printed.has(name));
}

function isInstalled(program: string, ...args: string[]): boolean {
  const isThere = spawnSync(program, args, { stdio: "ignore" }).error === undefined;
  if (!isThere)
    console.warn(`SKIPPED: ${program} is not installed, so it does not look at what is shipped here.`);
  return isThere;
}

describe("Prometheus and Grafana", () => {
  test("every metric that an alert or panel uses is exported by a process", () => {
    expect(unknownFigures(rules.replace(/^ +(summary|description): .*$/gm, ""))).toEqual([]);
    expect(
      unknownFigures(
        dashboard.panels
          .flatMap(({ targets }) => targets ?? [])
          .map(({ expr }) => expr)
          .join("\n"),
      ),
    ).toEqual([]);
  });

  test("every metric of a single process is described as such", async () => {
    const { helps } = parseScrape((await server.call("GET /api/metrics")).text);
    const documented = [...helps].filter(([name]) =>
      /^cairn_(replica|limit|limits|limiter|spans)_/.test(name),
    );
    expect(documented.length).toBeGreaterThan(4);
    expect(documented.filter(([, help]) => !help.startsWith("This process: "))).toEqual([]);
  });

  test("every alert has its effect on users, its cause, and a heading in the runbook", () => {
    const alarms = rules.split("- alert: ").slice(1);
    const runbook = new Set(
      [...read("docs/runbook.md").matchAll(/^#+ (Cairn[A-Za-z]+)$/gm)].map(([, name]) => name),
    );
    for (const alarm of alarms) {
      const name = /^\w+/.exec(alarm)?.[0] ?? "";
      expect(alarm, name).toMatch(/severity: (critical|warning)\n/);
      expect(alarm, name).toMatch(/summary: ".{20,}"/);
      expect(alarm, name).toMatch(/description: ".{40,}"/);
      expect(alarm, name).toContain(`runbook_url: docs/runbook.md#${name.toLowerCase()}\n`);
      expect(runbook, name).toContain(name);
    }
    expect(runbook.size).toBe(alarms.length);
  });

  test("panels have different titles, and each has a query", () => {
    const drawn = dashboard.panels.filter(({ type }) => type !== "row");
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    expect(drawn.filter(({ targets = [] }) => targets.length === 0)).toEqual([]);
  });

  test.runIf(isInstalled("promtool", "--version"))(
    "promtool accepts the rules and the configuration, and each alert fires when it should",
    () => {
      const promtool = (...args: string[]) =>
        execFileSync("promtool", args, {
          cwd: join(root, "deploy/prometheus"),
          encoding: "utf8",
          stdio: "pipe",
        });
      expect(promtool("check", "rules", "cairn.rules.yml")).toContain("SUCCESS");
      expect(promtool("check", "config", "prometheus.yml")).toContain("SUCCESS");
      expect(promtool("test", "rules", "cairn.rules.test.yml")).toContain("SUCCESS");
    },
  );

  test.runIf(isInstalled("promtool", "--version"))("promtool accepts the name of every metric", async () => {
    const { text } = await server.call("GET /api/metrics");
    const lint = spawnSync("promtool", ["check", "metrics"], { input: text, encoding: "utf8" });
    expect(lint).toMatchObject({ status: 0, stderr: "", stdout: "" });
  });

  test("each alert has a test case in which it fires", () => {
    const cases = new Set(
      [...read("deploy/prometheus/cairn.rules.test.yml").matchAll(/alertname="(\w+)"/g)].map(
        ([, name]) => name,
      ),
    );
    const alarms = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
    expect(alarms.filter((name) => !cases.has(name))).toEqual([]);
  });
});

describe("systemd", () => {
  const units = readdirSync(join(root, "deploy/systemd"));

  test("the program of a unit exists, and it has enough time to stop", () => {
    expect(units).toEqual(["cairn-backup.service", "cairn-backup.timer", "cairn.service"]);
    const unit = read("deploy/systemd/cairn.service");
    expect(unit).toContain("ExecStart=/usr/bin/node bin/start.mjs\n");
    expect(read("bin/start.mjs")).not.toBe("");
    // Draining takes at most 60 seconds, and each of the two steps of stopping at most 45 more.
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThanOrEqual(60 + 2 * 45);
    expect(unit).toMatch(/^SuccessExitStatus=143$/m);
  });

  test.runIf(isInstalled("systemd-analyze", "--version"))("systemd-analyze accepts the units", () => {
    const files = units.map((name) => {
      const file = join(folder, name);
      // Node's path differs between machines and is not tested here.
      writeFileSync(file, read("deploy/systemd", name).replaceAll("/usr/bin/node", process.execPath));
      return file;
    });
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", ...files], {
      encoding: "utf8",
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });
});

describe("Kubernetes and compose", () => {
  const kubernetes = join(root, "deploy/kubernetes");
  const stateful = read("deploy/kubernetes/statefulset.yaml");

  test("every variable is a setting of Cairn, or one of compose", () => {
    const set = [
      ...readdirSync(kubernetes)
        .filter((name) => name.endsWith(".env.example"))
        .flatMap((name) => [...readFileSync(join(kubernetes, name), "utf8").matchAll(/^([A-Z_]+)=/gm)]),
      ...stateful.matchAll(/- name: ([A-Z_]+)\n/g),
      ...(
        /\n {2}app:\n[\s\S]*?\n {4}environment:\n((?: {6}.*\n)+)/.exec(read("compose.yaml"))?.[1] ?? ""
      ).matchAll(/^ {6}([A-Z_]+):/gm),
      ...read("deploy/systemd/cairn.service").matchAll(/^Environment=([A-Z_]+)=/gm),
    ].map(([, name]) => name);
    expect(set.length).toBeGreaterThan(10);
    expect(set.filter((name) => !settings.has(name))).toEqual([]);
  });

  test("probes use existing paths and the image's port, and pods have enough time to stop", async () => {
    expect(read("Dockerfile")).toContain("EXPOSE 3000\n");
    expect(stateful).toMatch(/containerPort: 3000\n/);
    expect(stateful).toMatch(/mountPath: \/data\n/);
    expect(read("Dockerfile")).toMatch(/DATA_DIR=\/data\b/);
    const paths = [...new Set([...stateful.matchAll(/ path: (\S+)/g)].map(([, path]) => path!))];
    expect(paths.sort()).toEqual(["/api/health/live", "/api/health/ready"]);
    // Docker must not restart a process that only waits for its database.
    expect(/HEALTHCHECK [\s\S]*?(\/api\/[a-z/]+)/.exec(read("Dockerfile"))?.[1]).toBe("/api/health/live");
    // A probe addresses the pod by its IP address.
    for (const path of paths)
      expect((await server.call(`GET ${path}`, { host: "10.0.0.7:3000" })).status).toBe(200);
    const drain = Number(/DRAIN_SECONDS\n +value: "(\d+)"/.exec(stateful)?.[1]);
    expect(Number(/terminationGracePeriodSeconds: (\d+)/.exec(stateful)?.[1])).toBeGreaterThanOrEqual(
      drain + 45,
    );
  });

  test.runIf(isInstalled("kubectl", "version", "--client"))("kubectl renders the manifests", () => {
    const copy = join(folder, "kubernetes");
    cpSync(kubernetes, copy, { recursive: true });
    for (const name of ["settings", "secret"])
      copyFileSync(join(copy, `${name}.env.example`), join(copy, `${name}.env`));
    const made = execFileSync("kubectl", ["kustomize", copy], { encoding: "utf8" });
    const kinds = [...made.matchAll(/^kind: (\w+)$/gm)].map(([, kind]) => kind);
    expect(kinds.sort()).toEqual([
      "ConfigMap",
      "Namespace",
      "PodDisruptionBudget",
      "Secret",
      "Service",
      "Service",
      "StatefulSet",
    ]);
    expect(made).toContain("image: registry.example.com/cairn:latest");
    expect(made).toMatch(/secretRef:\n +name: cairn-secrets-[a-z0-9]+/);
  });
});
