/** `npm run bench -- <name>` measures one thing and prints it together with its baseline of the same run. */
const benches: Record<string, () => Promise<{ run(args: string[]): Promise<void> }>> = {
  analytics: () => import("@/bench/analytics"),
  attribution: () => import("@/bench/attribution"),
  cells: () => import("@/bench/cells"),
  compare: () => import("@/bench/compare"),
  export: () => import("@/bench/export"),
  ingest: () => import("@/bench/ingest"),
  list: () => import("@/bench/list"),
  outbound: () => import("@/bench/outbound"),
  projects: () => import("@/bench/projects"),
  reporting: () => import("@/bench/reporting"),
  redirect: () => import("@/bench/redirect"),
  soak: () => import("@/bench/soak"),
  start: () => import("@/bench/start"),
};

const [name = "", ...args] = process.argv.slice(2);
const load = Object.hasOwn(benches, name) ? benches[name] : undefined;
if (load) {
  await (await load()).run(args);
  process.exit();
}
process.stderr.write(`Usage: npm run bench -- ${Object.keys(benches).join(" | ")}\n`);
process.exit(1);
