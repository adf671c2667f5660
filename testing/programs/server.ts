import { openDatabase } from "@/server/database/database";
import { endingBecause, logLastFailure } from "@/server/processes/exit-log";
import { explainFailure } from "@/server/run-program";

/** The program without its screens. `App.start` runs it in a separate process with these options as JSON. */
type Options = { tasks?: true | string[]; dashboard?: boolean; port?: number };

logLastFailure({ process: "front", explain: explainFailure });
const { tasks: input = [], dashboard, port = 0 } = JSON.parse(process.argv[2] ?? "{}") as Options;

function orEnd(error: unknown): never {
  process.stderr.write(`${explainFailure(error) ?? (error as Error).stack}\n`);
  process.exit(1);
}

const database = await openDatabase().catch(orEnd);
// As in production, the code is loaded when the database is known.
const [{ env }, { endpoints }, { serve }, { tasks }] = await Promise.all([
  import("@/lib/base/env"),
  import("@/app/api/endpoints"),
  import("@/server/serve"),
  import("@/server/tasks/tasks"),
]);
const ofDashboard = async () => {
  const [{ dashboardRoutes }, { endpointsOf }] = await Promise.all([
    import("@/app/api/dashboard/routes"),
    import("@/lib/platform/http/mount"),
  ]);
  return endpointsOf("/api/dashboard", dashboardRoutes);
};
const serving = await serve({
  endpoints: [...endpoints, ...(dashboard ? await ofDashboard() : [])],
  tasks: tasks.filter((task) => input === true || input.includes(task.name)),
  startPages: () => null,
  port,
  host: "127.0.0.1",
  mayWait: true,
  log: (line) => void process.send?.({ line }),
}).catch(orEnd);
process.on("SIGTERM", async () => {
  endingBecause("SIGTERM");
  await serving.stop(env.DRAIN_SECONDS * 1000);
  await database.close();
  process.exit(0);
});
process.on("disconnect", () => {
  endingBecause("the test has ended");
  process.exit();
});
process.send?.({ port: serving.port, url: env.DATABASE_URL, socket: env.DATABASE_SOCKET ?? null });
await serving.started.catch(orEnd);
