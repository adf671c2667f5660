import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { aboutPushService } from "@/lib/facts/uninstalls/encryption-context";
import { minUnregisteredDays, type PushKind } from "@/lib/facts/uninstalls/push-kinds";
import { recordPushResponse, savePushService } from "@/lib/facts/uninstalls/queries";
import { nextProbe, type ProbeState } from "@/lib/facts/uninstalls/rules";
import { type ProbedRow, storeProbed } from "@/lib/facts/uninstalls/store-queries";
import { encrypt } from "@/lib/platform/encryption";
import { SeededRandom } from "@/lib/sample/random";
import type { AProject } from "@/testing/factories";

const dayMs = 86_400_000;
/** The push services are not queried about an invented app. */
const never = new Date("2200-01-01T00:00:00Z");
const atOnce = 500;

/** The delay of each service, in days. */
const late: Record<PushKind, [min: number, max: number]> = { fcm: [1, 2], apns: [9, 11] };
const replyTexts = {
  fcm: { there: "200", unregistered: "404 UNREGISTERED" },
  apns: { there: "200", unregistered: "410 Unregistered" },
};

type Owner = { instance: string; platform: string; installed_at: Date; opened_at: Date };

/** Most installs sent a push token; many installs that are no longer opened are uninstalled. */
export async function addUninstalls(app: AProject, now: Date): Promise<void> {
  await connectServices(app, now);
  const chance = new SeededRandom(20_260_415);
  const owners = await sql<Owner[]>`
    select install_instance_id as instance, platform, installed_at, last_open_at as opened_at from installs
    where project_id = ${app.project.id} and platform in ('ANDROID', 'IOS') and state = 'DECIDED' order by id`;
  const willing = owners.filter(({ platform }) => chance.happens(platform === "IOS" ? 0.45 : 0.85));
  await sql`
    insert into install_details (project_id, install_instance_id, push_token, push_token_at, push_kind, updated_at)
    select ${app.project.id}, x.instance, x.token, x.at, x.kind, x.at
    from jsonb_to_recordset(${JSON.stringify(willing.map(tokenOf))}::text::jsonb)
      as x(instance text, token text, kind text, at timestamptz)
    on conflict do nothing`;
  const rows = willing.map((owner) => probedOf(owner, chance, now));
  for (let i = 0; i < rows.length; i += atOnce)
    await storeProbed(app.project.id, rows.slice(i, i + atOnce), now);
}

const kindOf = ({ platform }: Owner): PushKind => (platform === "IOS" ? "apns" : "fcm");

const tokenOf = (owner: Owner) => ({
  instance: owner.instance,
  token: `demo:${owner.instance}`,
  kind: kindOf(owner),
  at: owner.installed_at,
});

function probedOf(owner: Owner, chance: SeededRandom, now: Date): ProbedRow {
  const { instance, installed_at, opened_at } = owner;
  const kind = kindOf(owner);
  const [min, max] = late[kind];
  const removed = opened_at.getTime() + chance.between(0, 4) * dayMs;
  const uninstalledAt = new Date(removed + (min + chance.between(0, max - min)) * dayMs);
  const notifiedAt = new Date(uninstalledAt.getTime() + (minUnregisteredDays - 1) * dayMs);
  const isUninstalled = chance.happens(0.35) && notifiedAt < now;
  const probes = Array.from({ length: minUnregisteredDays }, (_, i): ProbeState["responses"][number] => {
    const is = isUninstalled ? "unregistered" : "there";
    const at = new Date((isUninstalled ? notifiedAt : now).getTime() - i * dayMs);
    return { at: at.toISOString(), is, text: replyTexts[kind][is] };
  });
  return {
    instance,
    token_at: installed_at,
    probe: {
      ...(isUninstalled ? { ended: "unregistered" } : {}),
      responses: probes.filter(({ at }) => new Date(at) > installed_at),
    },
    next_at: isUninstalled ? null : nextProbe(instance, now),
    answered: true,
    gone_at: isUninstalled ? uninstalledAt : null,
  };
}

const named: Record<PushKind, Record<string, string>> = {
  fcm: { project_id: "trailhead-demo", client_email: "push@trailhead-demo.iam.gserviceaccount.com" },
  apns: { key_id: "DEMOKEY123", team_id: "DEMOTEAM12", topic: "example.cairn.trailhead" },
};

async function connectServices(app: AProject, now: Date): Promise<void> {
  const { id } = app.project;
  const connectedAt = new Date(now.getTime() - 80 * dayMs);
  for (const kind of ["fcm", "apns"] as const) {
    const credentials = encrypt(JSON.stringify(named[kind]), aboutPushService(id, kind));
    await savePushService(
      app.accountId,
      id,
      { kind, credentials, named: named[kind], at: connectedAt },
      commandLine,
    );
    await recordPushResponse(id, kind, connectedAt, now);
  }
  await sql`update push_services set next_at = ${never}, enrolled_to = null where project_id = ${id}`;
}
