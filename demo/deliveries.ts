import { sql } from "@/db";
import { columnTable } from "@/db/columns";
import { addNetworkDestinations } from "@/demo/networks";
import { commandLine } from "@/lib/accounts/audit/actor";
import { newId } from "@/lib/base/ids";
import { changeDestination, createDestination } from "@/lib/outbound/destinations/destinations";
import { enqueueFacts } from "@/lib/outbound/enqueue/enqueue";
import { rulesNamed } from "@/lib/outbound/kinds/webhook/events";
import { sendDue } from "@/lib/outbound/send/run";
import type { AProject } from "@/testing/factories";

/** The number of days before today when the demo's destinations are added. */
export const deliveredDays = 7;

const enoughMs = 60_000;

/** The demo's own server, which does not exist: nothing leaves the machine. */
const receiver = "https://hooks.trailhead.example/cairn";

/** Future events are queued for the team's own server, and as dry runs for Meta and two networks with postbacks. */
export async function addDestinations(app: AProject, now: Date) {
  await createDestination(
    app.project,
    {
      kind: "webhook",
      name: "Data warehouse",
      mode: "live",
      settings: { url: receiver, full: true },
      secrets: {},
      rules: rulesNamed(["install.attributed", "install.rejected", "user.identified", "payment.completed"]),
    },
    commandLine,
    now,
  );
  await createDestination(
    app.project,
    {
      kind: "meta",
      name: "Meta",
      mode: "dry_run",
      settings: { dataset_id: "1203948571029384" },
      secrets: { access_token: "EAADemo0000000000000000000000" },
    },
    commandLine,
    now,
  );
  await addNetworkDestinations(app, now);
}

/**
 * Sends the events of those days to a simulated receiver, which is unavailable for some calls and rejects others.
 * Afterwards the webhook is a dry run, so that a running demo makes no calls.
 */
export async function addDeliveries(app: AProject, now: Date) {
  const { project } = app;
  while ((await enqueueFacts(enoughMs, () => now, project.id)) > 0);
  await retime(app);
  let calls = 0;
  const dependenciesAt = (at: Date) => ({
    post: async () => {
      calls += 1;
      return { answer: { ...answerTo(calls), headers: {}, at } };
    },
    now: () => at,
    spread: () => 0.5,
  });
  // Deliveries to an unavailable receiver are retried after a while.
  for (const minutes of [30, 0]) {
    const at = new Date(now.getTime() - minutes * 60_000);
    await sendDue(enoughMs, dependenciesAt(at), project.id);
  }
  await endInTime(app);
  const [webhook] = await sql<{ id: number }[]>`
    select id from destinations where project_id = ${project.id} and kind = 'webhook'`;
  await changeDestination(project, webhook!.id, { mode: "off" }, commandLine, now);
}

function answerTo(call: number): { status: number; body: string } {
  if (call % 41 === 0) return { status: 503, body: '{"error":"The queue is full, come back later."}' };
  if (call % 97 === 0) return { status: 422, body: '{"error":"No such customer."}' };
  return { status: 200, body: '{"ok":true}' };
}

const moments = columnTable<{ old: string; id: string; at: Date; fact_at: Date }>({
  old: "uuid",
  id: "uuid",
  at: "timestamptz",
  fact_at: "timestamptz",
});

/**
 * Deliveries normally begin with their event. Here they all began, and installs were decided, when the demo was loaded.
 */
async function retime({ project }: AProject) {
  const rows = await sql<{ old: string; fact_at: Date }[]>`
    select d.id as old, coalesce(s.installed_at, d.fact_at) as fact_at
    from deliveries d left join installs s
      on s.project_id = ${project.id} and d.fact = 'install' and s.id::text = d.fact_id
    where d.project_id = ${project.id}`;
  const moved = rows.map(({ old, fact_at }) => {
    const at = new Date(fact_at.getTime() + 1_000);
    return { old, id: newId(at), at, fact_at };
  });
  await sql`
    update deliveries d set id = m.id, created_at = m.at, next_at = m.at, fact_at = m.fact_at
    from ${moments(moved)} m where d.project_id = ${project.id} and d.id = m.old`;
}

/** Deliveries end soon after, later with more attempts. */
const endInTime = ({ project }: AProject) => sql`
  update deliveries d set
    ended_at = d.created_at + (300 + mod(extract(epoch from d.fact_at) * 1000, 1900)) * interval '1 ms'
      + greatest(d.tries - 1, 0) * interval '34 s',
    attempts = (
      select coalesce(jsonb_agg(a.attempt || jsonb_build_object('ms', 40 + mod(a.n * 37 + d.tries * 13, 160),
        'at', to_char((d.created_at + (a.n - 1) * interval '34 s') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        order by a.n), '[]')
      from jsonb_array_elements(d.attempts) with ordinality as a(attempt, n))
  where d.project_id = ${project.id} and d.ended_at is not null`;
