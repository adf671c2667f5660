import { beforeAll, describe, expect, test } from "vitest";
import { dashboardRoutes } from "@/app/api/dashboard/routes";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { openDeeplink } from "@/lib/attribution/deep-links/open";
import { newId } from "@/lib/base/ids";
import { captureEvent } from "@/lib/facts/events/capture";
import { addIntegrations } from "@/lib/facts/installs/details";
import { capturePayment } from "@/lib/facts/payments/capture";
import { createDestination } from "@/lib/outbound/destinations/destinations";
import { endpointsOf } from "@/lib/platform/http/mount";
import { asServed } from "@/lib/platform/http/testing";
import {
  type AProject,
  aCampaign,
  aMember,
  anAccount,
  anAttributedUser,
  aProject,
} from "@/testing/factories";

/** The user's identity, each value in the form to search for in responses. */
const person = {
  name: "Hortensia Quackenbush",
  email: "h.quackenbush@private.example",
  phone: "+4917655512345",
  street: "Kastanienallee 77",
};
const traces = [...Object.values(person), "uackenbush", "17655512345", "private.example"];
const now = new Date();
const context = { userAgent: null, now };

const P = "/api/dashboard/projects/:project";
/** Every path that a member may read, except images. */
const paths = endpointsOf("/api/dashboard", dashboardRoutes)
  .filter(({ path, routes }) => "GET" in routes && !/\.(svg|png)$/.test(path))
  .map(({ path }) => path);
/** Queries that some paths need to find the person. */
const queries: Record<string, string[]> = {
  [`${P}/search`]: ["q=Hortensia", "q=h.quackenbush", "q=ada-1"],
  [`${P}/campaigns/:campaign/attributed-users`]: [
    "",
    "search=Hortensia",
    "search=quackenbush",
    "search=17655",
    "search=ada-1",
  ],
  [`${P}/installs/explain`]: ["q=ada-1", "q=h.quackenbush%40private.example"],
  [`${P}/live`]: ["", "user=ada-1"],
  [`${P}/sign-ups`]: ["", "user=ada-1"],
  [`${P}/events`]: ["", "user=ada-1"],
  [`${P}/payments`]: ["", "user=ada-1"],
  [`${P}/destinations/preview`]: ["fact=signup&id=ada-1", "fact=event&id=:event", "fact=install&id=:install"],
  [`${P}/discrepancies/versions`]: ["campaign=1&day=2026-03-01"],
};
/** Paths where an admin may read the identity. */
const personalPaths = [
  `${P}/campaigns/:campaign/attributed-users`,
  `${P}/campaigns/:campaign/attributed-users/export.csv`,
  `${P}/deliveries/:delivery`,
  `${P}/destinations/preview`,
  `${P}/events`,
  `${P}/events/export.csv`,
  `${P}/installs/:install`,
  `${P}/live`,
  `${P}/payments`,
  `${P}/payments/export.csv`,
  `${P}/search`,
];

asServed([dashboardRoutes], (call) => {
  let names: Record<string, string> = {};
  const sessions: Record<string, string> = {};

  beforeAll(async () => {
    const account = await anAccount();
    const app = await aProject({ account });
    for (const role of ["viewer", "marketer", "admin"] as const)
      sessions[role] = (await aMember(role, account)).session;
    const campaign = await aCampaign(app);
    const install = await anAttributedUser(app, campaign.id, {
      userId: "ada-1",
      ...person,
      details: { shipping_address: person.street, nested: { first_name: "Hortensia" } },
    });
    const event_data = {
      email: person.email,
      buyer: { fullName: person.name, phoneNumber: person.phone },
      note: `mail to ${person.email}`,
    };
    const of = { token: app.token, user_id: "ada-1", install_instance_id: install.instance };
    await captureEvent(app.project, { ...of, event_name: "Checkout", event_data }, context);
    await capturePayment(
      app.project,
      {
        ...of,
        payment_id: "p1",
        amount: 500,
        type: "DEFAULT",
        status: "PAYMENT_COMPLETED",
        event_data,
      } as never,
      context,
    );
    const integration_info = { braze_device_id: "b-1", email: person.email };
    await addIntegrations(app.project.id, { ...of, integration_info }, now);
    await openDeeplink(
      app.project,
      {
        install_instance_id: install.instance,
        deeplink_url: `https://${app.domain}/x?to=${encodeURIComponent(person.email)}`,
      } as never,
      now,
    );
    const { destination } = await createDestination(
      app.project,
      {
        kind: "webhook",
        name: "Hook",
        mode: "dry_run",
        settings: { url: "https://hooks.example.com/", personal: true },
        secrets: {},
      },
      commandLine,
      now,
    );
    const [event] = await sql<{ id: string }[]>`select id from events where project_id = ${app.project.id}`;
    names = {
      account: String(account),
      project: String(app.project.id),
      campaign: String(campaign.id),
      install: install.id,
      event: event!.id,
      delivery: await aDelivery(app, destination.id),
      id: String(destination.id),
    };
  });

  /** A payload that names the person, and a server that repeats the name in its response. */
  async function aDelivery(app: AProject, destination: number) {
    const id = newId(now);
    const attempts = [
      { at: now, ms: 1, is: "refused", code: "422", why: "422", answer: `no such user ${person.email}` },
    ];
    const payload = { user: { name: person.name }, to: person.phone };
    await sql`
      insert into deliveries (project_id, id, destination_id, event_uid, fact, fact_id, fact_at, user_id, state, reason,
        payload, hashed, attempts, created_at, begun_at, ended_at)
      values (${app.project.id}, ${id}, ${destination}, ${`uid:${id}`}, 'signup', 'ada-1', ${now}, 'ada-1', 'dead',
        '422: no', ${JSON.stringify(payload)}::text::jsonb, '[]', ${JSON.stringify(attempts)}::text::jsonb, ${now},
        ${now}, ${now})`;
    return id;
  }

  const filled = (text: string) => text.replace(/:(\w+)/g, (whole, name) => names[name] ?? whole);

  async function answers(path: string, role: string): Promise<string> {
    const texts: string[] = [];
    for (const query of queries[path] ?? [""]) {
      const request = query ? `${filled(path)}?${filled(query)}` : filled(path);
      texts.push((await call(`GET ${request}`, { session: sessions[role]! })).text);
    }
    return texts.join("\n");
  }

  describe.each(["viewer", "marketer"])("a %s cannot read a user's name, email, phone or address", (role) => {
    test.each(paths)("%s", async (path) => {
      const text = await answers(path, role);
      for (const trace of traces) expect(text.toLowerCase()).not.toContain(trace.toLowerCase());
    });
  });

  test.each(personalPaths)("an admin can read it at %s", async (path) => {
    expect((await answers(path, "admin")).toLowerCase()).toMatch(/quackenbush|17655512345/);
  });

  test("a viewer finds a user by ID, but not by name or email", async () => {
    const found = async (role: string, q: string) => {
      const { body } = await call(`GET ${filled(`${P}/search`)}`, { session: sessions[role]!, query: { q } });
      return body.data.users;
    };
    expect(await found("viewer", "Hortensia")).toEqual([]);
    expect(await found("viewer", "ada-1")).toEqual([{ user_id: "ada-1", name: null }]);
    expect(await found("admin", "Hortensia")).toEqual([{ user_id: "ada-1", name: person.name }]);
    const listed = async (role: string, search: string) => {
      const path = filled(`${P}/campaigns/:campaign/attributed-users`);
      const { body } = await call(`GET ${path}`, { session: sessions[role]!, query: { search } });
      return body.data.pagination.total;
    };
    expect([await listed("viewer", "17655"), await listed("viewer", "ada")]).toEqual([0, 1]);
    expect([await listed("admin", "17655"), await listed("admin", "ada")]).toEqual([1, 1]);
  });

  test("a viewer sees that a payload exists, and the kinds of an event's data", async () => {
    const { body } = await call(`GET ${filled(`${P}/deliveries/:delivery`)}`, {
      session: sessions.marketer!,
    });
    expect(body.data.delivery).toMatchObject({ payload: null, withheld: true });
    const events = await call(`GET ${filled(`${P}/events`)}`, { session: sessions.viewer! });
    expect(events.body.data.events[0].data).toEqual({
      email: "•••",
      buyer: { fullName: "•••", phoneNumber: "•••" },
      note: "mail to •••",
    });
  });

  test("a viewer sees an install's IDs of other services, without the personal values", async () => {
    const shown = async (role: string) => {
      const path = `/api/dashboard/projects/${names.project}/installs/${names.install}`;
      return (await call(`GET ${path}`, { session: sessions[role]! })).body.data.install.integrations;
    };
    expect(await shown("admin")).toEqual({ braze_device_id: "b-1", email: person.email });
    expect(await shown("viewer")).toEqual({ braze_device_id: "b-1", email: "•••" });
  });
});
