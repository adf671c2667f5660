import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { dataTables } from "@/db/tables";

/** Checks each file against the structure in CONTRIBUTING.md. A failure names the file. */
const root = join(import.meta.dirname, "..");
const folders = ["app", "bench", "bin", "components", "db", "demo", "e2e", "lib", "sdk", "server", "testing"];

/** A room imports itself and the rooms before it. CONTRIBUTING.md shows this list. */
const rooms = [
  ["lib/base", "time, money, IDs, text, refusals, settings"],
  ["db", "schema, migrations, client"],
  ["lib/platform", "HTTP, limits, jobs, caches, batches, lists, encryption, without domain knowledge"],
  ["lib/accounts", "accounts, members, sessions, roles, callers, audit log"],
  ["lib/projects", "settings of a project, domains, website, keys, retention, limits, deletion"],
  ["lib/ledger", "counted rows: measures, compaction, verification, rebuild"],
  ["lib/campaigns", "campaigns, networks, links, store listings, affiliates"],
  ["lib/traffic", "clicks and views, redirects, domain checks, IP lists"],
  ["lib/facts", "installs, users, events, payments, uninstalls, consent, debug console"],
  ["lib/spend", "spend by hand, from files and from networks, networks' claims, exchange rates"],
  ["lib/apple", "SKAdNetwork and AdAttributionKit: postbacks, conversion values, figures"],
  ["lib/attribution", "evidence, windows, fraud, decisions, replay, simulator, recalculation"],
  ["lib/outbound", "destinations and deliveries to networks, affiliates and webhooks"],
  ["lib/reporting", "metrics, reports, cohorts, comparisons"],
  ["lib/activity", "lists of facts, search, live view, what needs attention, shared links"],
  ["lib/privacy", "retention, erasure, export, removal of deleted projects"],
  ["lib/moving", "migration of a project to another instance"],
  ["lib/data-access", "datasets: raw rows, SQL views and roles, scheduled files"],
  ["lib/alerts", "alert rules, evaluation, notifications, scheduled reports"],
  ["lib/sample", "activity of an invented app, for sample projects and the demo"],
  ["lib/gateway", "credentials and limits of each kind of route"],
  ["lib/reference", "the API reference: pages, search, examples"],
  ["testing", "shared by tests"],
  ["demo", "the demo project"],
] as const;

/** `imports` are imported project files, by value or by type; `modules` are all other imports. */
type File = { path: string; text: string; imports: string[]; modules: string[] };

const files: File[] = folders.flatMap((folder) => listFiles(join(root, folder)));
const program = files.filter(({ path }) => !/\.test\.tsx?$/.test(path) && !path.includes("testing"));

function listFiles(folder: string): File[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const full = join(folder, name);
    if (statSync(full).isDirectory()) return name === "migrations" || name === ".next" ? [] : listFiles(full);
    if (!/\.(ts|tsx|mjs)$/.test(name)) return [];
    const text = readFileSync(full, "utf8");
    const path = relative(root, full);
    const named = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1]!);
    const own = (name: string) => name.startsWith("@/") || name.startsWith(".");
    return [
      {
        path,
        text,
        imports: named.filter(own).map((name) => resolve(path, name)),
        modules: named.filter((name) => !own(name)),
      },
    ];
  });
}

/** Without the extension. The compiler reports missing files. */
function resolve(from: string, name: string): string {
  const path = name.startsWith("@/") ? name.slice(2) : join(dirname(from), name);
  return path === "db" ? "db/index" : path.replace(/\.(ts|tsx|mjs)$/, "");
}

const stem = (file: File) => file.path.replace(/\.(ts|tsx|mjs)$/, "");

const offenders = (which: (file: File) => boolean, wrong: (file: File) => boolean) =>
  program.filter((file) => which(file) && wrong(file)).map((file) => file.path);

const inFolders =
  (...prefixes: string[]) =>
  (file: File) =>
    prefixes.some((prefix) => file.path.startsWith(prefix));
const importing = (pattern: RegExp) => (file: File) => file.imports.some((path) => pattern.test(path));

const roomOf = (path: string) => rooms.findIndex(([room]) => path.startsWith(`${room}/`));

test("every folder of lib is a room", () => {
  const known = rooms.map(([room]) => room);
  const found = new Set(program.map(({ path }) => path.split("/").slice(0, 2).join("/")));
  expect([...found].filter((path) => path.startsWith("lib/") && !known.includes(path as never))).toEqual([]);
});

test("CONTRIBUTING.md lists the rooms in their order", () => {
  const drawing = rooms.map(([room, holds]) => `${room.padEnd(18)}${holds}\n`).join("");
  expect(readFileSync(join(root, "CONTRIBUTING.md"), "utf8")).toContain(`\`\`\`text\n${drawing}\`\`\`\n`);
});

test("a room imports no later room", () => {
  const upward = program.flatMap((file) => {
    const own = roomOf(file.path);
    if (own === -1) return [];
    return file.imports.filter((path) => roomOf(path) > own).map((path) => `${file.path} → ${path}`);
  });
  expect(upward).toEqual([]);
});

/** The cycles of a graph, each as its path. */
function circlesOf(graph: ReadonlyMap<string, Iterable<string>>): string[] {
  const state = new Map<string, "open" | "done">();
  const circles: string[] = [];
  const visit = (node: string, way: string[]) => {
    if (state.get(node) === "done" || !graph.has(node)) return;
    if (state.get(node) === "open") {
      circles.push([...way.slice(way.indexOf(node)), node].join(" → "));
      return;
    }
    state.set(node, "open");
    for (const next of graph.get(node)!) visit(next, [...way, node]);
    state.set(node, "done");
  };
  for (const node of graph.keys()) visit(node, []);
  return circles;
}

test("no file imports itself indirectly, not even for a type", () => {
  expect(circlesOf(new Map(program.map((file) => [stem(file), file.imports])))).toEqual([]);
});

/** Shared test helpers count as sources here; the tests themselves do not. */
const sources = files.filter(({ path }) => !/\.(test|test-d|spec)\.tsx?$/.test(path));
const folderContents = Map.groupBy(sources, ({ path }) => dirname(path));

test("no folder imports itself indirectly", () => {
  const graph = new Map<string, Set<string>>();
  for (const [folder, contents] of folderContents) {
    const imported = contents.flatMap((file) => file.imports.map((path) => dirname(path)));
    graph.set(folder, new Set(imported.filter((name) => name !== folder)));
  }
  expect(circlesOf(graph)).toEqual([]);
});

test("no folder has more than 25 files", () => {
  const large = [...folderContents].filter(([, contents]) => contents.length > 25).map(([folder]) => folder);
  expect(large).toEqual([]);
});

test("only the server and app itself import app/", () => {
  expect(
    offenders(inFolders("lib/", "db/", "components/", "bin/", "testing/", "demo/"), importing(/^app\//)),
  ).toEqual([]);
  // The front process serves the endpoints, from one list.
  expect(offenders(inFolders("server/"), importing(/^app\/(?!api\/endpoints$)/))).toEqual([]);
});

test("screens import the types of the server's routes in one file", () => {
  const request = program.filter(
    (file) => inFolders("app/(dashboard)/", "app/(auth)/")(file) && importing(/^app\/api\//)(file),
  );
  expect(request.map(({ path }) => path)).toEqual(["app/(dashboard)/shell/api.ts"]);
  // An import by value would send server code to browsers.
  const lines = request[0]!.text.split("\n").filter((line) => /"[^"]*\/api\/[^"]*"/.test(line));
  expect(lines).toEqual([expect.stringMatching(/^import type /)]);
});

test("the program does not import test helpers", () => {
  expect(
    offenders(inFolders("lib/", "db/", "app/", "components/", "server/"), importing(/^(testing|demo)\//)),
  ).toEqual([]);
});

test("packages for apps do not import the server, and the server does not import them", () => {
  expect(offenders(inFolders("sdk/"), importing(/^(?!sdk\/)/))).toEqual([]);
  expect(offenders(inFolders("lib/", "db/", "app/", "components/", "server/"), importing(/^sdk\//))).toEqual(
    [],
  );
});

test("components do not import the domain, only the texts", () => {
  expect(offenders(inFolders("components/"), importing(/^(?!components\/|lib\/base\/languages\/)/))).toEqual(
    [],
  );
});

/** A folder per feature; the other folders are routes of Next's pages. */
const featureOf = (path: string) => /^app\/\(dashboard\)\/(?!p\/|account\/)([^/]+)\//.exec(path)?.[1];

test("a feature of the dashboard imports only itself and the shell, a page one feature and the shell", () => {
  const mixed = program.filter(inFolders("app/")).flatMap((file) => {
    const own = featureOf(file.path);
    const features = new Set(file.imports.map(featureOf).filter((name) => name && name !== "shell"));
    const isPage = /^app\/\(dashboard\)\/(p|account)\//.test(file.path);
    const known = [...features].filter((name) => name !== own);
    return known.length > (isPage ? 1 : 0) ? [`${file.path} → ${known.join(", ")}`] : [];
  });
  expect(mixed).toEqual([]);
});

test("folders for addresses of the dashboard only contain Next's own files", () => {
  expect(
    offenders(
      inFolders("app/(dashboard)/p/", "app/(dashboard)/account/"),
      ({ path }) => !/\/(page|layout|loading|error|not-found)\.tsx$/.test(path),
    ),
  ).toEqual([]);
});

test("rooms do not import HTTP, except for identifying the caller", () => {
  // Every room of lib except those about HTTP, or below it.
  const others = ["lib/base", "lib/platform", "lib/gateway", "lib/reference"];
  const domains = rooms
    .map(([room]) => room)
    .filter((room) => room.startsWith("lib/") && !others.includes(room));
  expect(
    offenders(
      (file) =>
        inFolders(...domains.map((room) => `${room}/`))(file) &&
        !inFolders("lib/accounts/access/", "lib/accounts/sessions/")(file),
      importing(/^lib\/platform\/http\//),
    ),
  ).toEqual([]);
});

test("Next, React and next-auth stay in app, components, the gateway and their configuration", () => {
  const outside = (file: File) =>
    !inFolders(
      "app/",
      "components/",
      "lib/gateway/",
      "lib/accounts/access/",
      "lib/accounts/sessions/",
      "e2e/",
      "server/processes/next-server.ts",
    )(file);
  const framework = /^(next|react|react-dom|next-auth)(\/|$)/;
  expect(offenders(outside, (file) => file.modules.some((name) => framework.test(name)))).toEqual([]);
});

test("a room may only read with another room's queries, never change data", () => {
  const changes = ({ path, text }: File) =>
    [...text.matchAll(/import\s+(type\s+)?\{([^}]*)\}\s+from "@\/(lib\/([a-z]+)\/[^"]*queries)"/g)].some(
      ([, type, names, from, room]) =>
        !type &&
        room !== path.split("/")[1] &&
        // Parts of other statements: counts of a fact, reports of changes, filters of lists, converted payments,
        // steps of web visitors, and claims on rows that run on a schedule.
        !/^lib\/(ledger\/|accounts\/audit\/|platform\/lists\/|platform\/jobs\/due-row-|facts\/payments\/rate-|reporting\/web-to-app\/step-)/.test(
          from!,
        ) &&
        names!.split(",").some((name) => name.trim() !== "" && !/^\s*(type |find|count)/.test(name)),
    );
  // The activity of a sample is in the past, and the functions behind requests store clicks and visits of now.
  const rooms = (file: File) => file.path.startsWith("lib/") && !file.path.startsWith("lib/sample/");
  expect(offenders(rooms, changes)).toEqual([]);
  expect(offenders(inFolders("app/"), importing(/queries$/))).toEqual([]);
});

test("SQL is in queries.ts", () => {
  const allowed = /(^|\/)([a-z-]+-)?queries\.ts$|^db\/|^demo\/|^bench\/|^bin\//;
  expect(
    offenders(
      (file) => !allowed.test(file.path),
      (file) => /\bsql(<[^`]*>)?`|\breadSql(<[^`]*>)?`/.test(file.text),
    ),
  ).toEqual([]);
});

test("one query sums the ledger; only its maintenance reads single rows", () => {
  const keepers = [
    "lib/attribution/recalculation/money-queries.ts",
    "lib/ledger/compaction-queries.ts",
    "lib/ledger/verify-queries.ts",
  ];
  const sums = program
    .filter(
      ({ path, text }) =>
        path.startsWith("lib/") && /\b(from|join) ledger\b/.test(text) && /\bsum\(/.test(text),
    )
    .map(({ path }) => path);
  expect(sums.filter((path) => !keepers.includes(path))).toEqual(["lib/ledger/measure-rows-queries.ts"]);
});

test("a folder's statements are in queries.ts, and further ones in <topic>-queries.ts", () => {
  const folders = Map.groupBy(
    program.filter(({ path }) => path.startsWith("lib/") && /queries\.ts$/.test(path)),
    ({ path }) => dirname(path),
  );
  const single = [...folders.values()].filter((files) => files.length === 1).map(([file]) => file!.path);
  expect(single.filter((path) => !path.endsWith("/queries.ts"))).toEqual([]);
});

test("rules and engines take the time and random values as arguments", () => {
  const pure = (file: File) =>
    /\/(rules|engine|device|read-link|metrics)\.ts$/.test(file.path) && file.path.startsWith("lib/");
  const impure = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandomBytes\(|@\/db/;
  expect(
    offenders(
      (file) => pure(file) && file.path !== "lib/platform/metrics.ts",
      (file) => impure.test(file.text),
    ),
  ).toEqual([]);
});

test("process.env is read in lib/base/env.ts and by the launchers", () => {
  const allowed =
    /^(lib\/base\/env\.ts|bin\/|server\/(build|processes\/next|processes\/next-child)\.ts|e2e\/|bench\/)/;
  expect(
    offenders(
      (file) => !allowed.test(file.path),
      (file) => /\bprocess\.env\b/.test(file.text),
    ),
  ).toEqual([]);
});

test("file names are in kebab-case, and no file is a collection of helpers", () => {
  const badName = /[A-Z ]|_(?!_)/;
  const drawer = /(^|\/)(utils?|helpers?|services?|managers?|types|common|misc|index)(\.tsx?$|\/)/;
  const name = (file: File) => file.path.replace(/\[+[^\]]*\]+|\([^)]*\)/g, "");
  expect(
    offenders(
      () => true,
      (file) => badName.test(name(file)),
    ),
  ).toEqual([]);
  expect(
    offenders(
      (file) => file.path !== "db/index.ts",
      (file) => drawer.test(file.path),
    ),
  ).toEqual([]);
});

test("files are at most three screens long", () => {
  const long = (file: File) => file.text.split("\n").length > 320;
  expect(offenders((file) => file.path !== "db/schema.ts", long)).toEqual([]);
});

test("statements that store facts check whether their project is frozen, directly or through the audit log", () => {
  const facts =
    /(insert into|update) (clicks|consents|decisions|deeplink_opens|events|install_details|installs|payments|users|web_events)\b/;
  // Erasure, recalculation and reassignment do not confirm that a fact is stored.
  const stores = ({ path }: File) =>
    /^lib\/(apple|facts|spend|traffic|attribution\/(deep-links|decisions\/(platform|store)))/.test(path);
  const silent = ({ text }: File) =>
    facts.test(text) && !/\b((whereWritable|auditRow|removeRow)\(|(audited|writableTable)[<(])/.test(text);
  expect(offenders(stores, silent)).toEqual([]);
});

/** The functions and constants of a file's top level. */
const declarationsOf = ({ path, text }: File) =>
  text
    .split(/\n(?=(?:export )?(?:async )?(?:function|const|type) )/)
    .map((code) => ({ path, code, name: /(?:function\*?|const) (\w+)/.exec(code)?.[1] ?? "" }));

test("every statement that takes its author writes an audit row with it", () => {
  const authored = program
    .filter(({ path }) => /^lib\/.*queries\.ts$/.test(path) && !path.startsWith("lib/accounts/audit/"))
    .flatMap(declarationsOf)
    .filter(({ code, name }) => name !== "" && /\bby: Actor\b/.test(code));
  expect(authored.length).toBeGreaterThan(100);
  const silent = authored.filter(({ code }) => !/(?:[(,]\s*|\.)by,/.test(code));
  expect(silent.map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
});

/** Statements of calls that may store rows of a frozen project, or whose condition is elsewhere. */
const withoutCondition = {
  // Parts of statements that have the condition.
  "lib/alerts/rules/queries.ts": ["deleteEvaluations", "endAll"],
  "lib/campaigns/change/queries.ts": [
    "updateNameAndState",
    "updateSettings",
    "updateTags",
    "updateStates",
    "storeArchived",
    "updateSchedules",
  ],
  "lib/facts/installs/device-queries.ts": ["scheduleDecisionSql"],
  "lib/facts/payments/rate-queries.ts": ["repriceTables"],
  "lib/facts/payments/check-queries.ts": ["newChecks"],
  "lib/traffic/clicks/queries.ts": ["storeVisitors", "storeNew", "nameColumns"],
  // Notes about calls, which no response confirms; and the removal of expired rows.
  "lib/facts/debug/queries.ts": ["removeEndedWatches", "storeCalls"],
  "lib/facts/rejections/queries.ts": ["storeRejections"],
  // Progress of background work.
  "lib/spend/upload/queries.ts": ["saveStoredCount", "endStoring", "deleteOldDrafts"],
  "lib/data-access/files/run-queries.ts": [
    "saveZone",
    "storePlannedFiles",
    "storeManifest",
    "finishRun",
    "failRun",
    "noteRunProblem",
  ],
};

test("every statement of a call that stores a project's data checks whether the project is frozen", () => {
  // Background work of these rooms continues on the other instance, which knows its progress from the export.
  const background =
    /^lib\/(attribution|ledger|moving|outbound|privacy|alerts\/(evaluate|mail|reports)|spend\/pull)\//;
  const writes = new RegExp(
    String.raw`\b(insert\s+into|update|update\s+only|delete\s+from)\s+(${dataTables.join("|")})\b`,
  );
  const open = program
    .filter(({ path }) => /^lib\/.*queries\.ts$/.test(path) && !background.test(path))
    .flatMap((file) => {
      const tables = [...file.text.matchAll(/const (\w+) = writableTable</g)].map(([, name]) => `${name}(`);
      const condition = ["whereWritable(", "auditRow(", "audited(", "audited<", "removeRow(", ...tables];
      return declarationsOf(file).filter(
        ({ code }) => writes.test(code) && !condition.some((call) => code.includes(call)),
      );
    });
  const listed = Object.groupBy(open, ({ path }) => path);
  const names = Object.entries(listed).map(([path, all = []]) => [path, all.map(({ name }) => name)]);
  expect(Object.fromEntries(names)).toEqual(withoutCondition);
});

/** The role matrix calls all dashboard endpoints. */
test("every endpoint has a test that calls it by its path", () => {
  const tests = files
    .filter(({ path }) => /\.(test|spec)\.tsx?$/.test(path))
    .map(({ text }) => text)
    .join("\n");
  const untested = program
    .filter(
      ({ path }) => /^app\/api\/.*route\.ts$/.test(path) && !/^app\/api\/(auth\/|dashboard\/|\[)/.test(path),
    )
    .map(({ path }) => `/${path.slice("app/".length, -"/route.ts".length)}`.replace(/\[([a-z_]+)\]/g, ":$1"))
    .filter((path) => {
      const pattern = path.replace(/[.*+?^$()|\\]/g, "\\$&").replace(/:[a-z_]+/g, "[^\\s\"'/]+");
      return !new RegExp(`${pattern}(?=["'\`?\\s/])`).test(tests);
    });
  expect(untested).toEqual([]);
});

test("scripts that tests run as text import existing names", () => {
  const scripts = /\{([^{}]*)\} = await import\("(?:@|\.)\/([^"]+\.ts)"\)/g;
  const missing = files.flatMap(({ path, text }) =>
    [...text.matchAll(scripts)].flatMap(([, names = "", file = ""]) => {
      const exported = files.find((one) => one.path === file)?.text ?? "";
      return names
        .split(",")
        .map((name) => name.split(":")[0]!.trim())
        .filter((name) => !new RegExp(`export (async )?(function|const|class)\\*? ${name}\\b`).test(exported))
        .map((name) => `${path}: ${name} of ${file}`);
    }),
  );
  expect(missing).toEqual([]);
});

test("files and folders named in documents exist", () => {
  const documents = ["README.md", "CONTRIBUTING.md"].concat(
    readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md"))
      .map((name) => join("docs", name)),
  );
  const missing = documents.flatMap((name) =>
    [
      ...readFileSync(join(root, name), "utf8").matchAll(
        /`((?:app|bench|bin|components|db|demo|deploy|e2e|lib|server|testing)\/[^`\s*…:]*)`/g,
      ),
    ]
      .map(([, path]) => path!)
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${name}: ${path}`),
  );
  expect(missing).toEqual([]);
});

test("a test waits for an event, and asserts nothing about its duration", () => {
  const tests = files.filter(({ path }) => /\.(test|spec)\.ts$/.test(path));
  const timed =
    /expect\(\s*(performance|Date)\.now\(\) - \w+\s*\)\s*\.toBeLess|\}, (\d{1,2}|1[0-7]\d)_000\);|expect[^;]*\.poll\([^;]*timeout: [1-5]?\d_000\b/;
  expect(tests.filter(({ text }) => timed.test(text)).map(({ path }) => path)).toEqual([]);
});

test("only the last snapshot of the schema is stored, with which the next migration is compared", () => {
  const last = readdirSync(join(root, "db/migrations"))
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .at(-1)!;
  const snapshots = readdirSync(join(root, "db/migrations/meta")).filter((name) => name !== "_journal.json");
  expect(snapshots).toEqual([`${last.slice(0, 4)}_snapshot.json`]);
});
