import { describe, expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { randomBase62 } from "@/lib/base/ids";
import { asServed } from "@/lib/platform/http/testing";
import { createProject } from "@/lib/projects/creation/create";
import { addDomain } from "@/lib/projects/domains/add";
import { checkDomain, checkDueClaims } from "@/lib/projects/domains/check";
import type { DnsLookup } from "@/lib/projects/domains/dns";
import { listDomains } from "@/lib/projects/domains/domains";
import { projectInput } from "@/lib/projects/schema";
import { findSites } from "@/lib/traffic/links/site-queries";
import { aMember, anAccount, aProject } from "@/testing/factories";
import { domainsRoutes } from "./domains";

const operator = { now: new Date(), appUrl: "http://localhost:3000", byOperator: true };
const someHost = () => `${randomBase62(10).toLowerCase()}.example.com`;

asServed([domainsRoutes], (call) => {
  async function someone() {
    const account = await anAccount();
    const made = await aProject({ account });
    const { session } = await aMember("admin", account);
    const path = `/api/dashboard/projects/${made.project.id}/domains`;
    const add = (host: string) => call(`POST ${path}`, { session, body: { host } });
    const added = async (host = someHost()) =>
      (await add(host)).body.data.domain as { id: number; host: string };
    /** A domain added by the operator is verified immediately. */
    const proved = async (host = someHost()) =>
      (await addDomain(made.project, host, commandLine, operator)).domain;
    const list = async () => (await call(`GET ${path}`, { session })).body.data.domains;
    return { ...made, session, path, add, added, proved, list };
  }

  test("a new project has its local name, which needs no DNS", async () => {
    const { list, domain: host } = await someone();
    expect(await list()).toMatchObject([
      { host, is_primary: true, verified: true, link_base: `http://${host}:3000`, records: [] },
    ]);
  });

  test("a domain is normalised, is not primary, and is returned with its exact records", async () => {
    const { add } = await someone();
    const host = someHost();
    const got = await add(` ${host.toUpperCase()}.:443 `);
    expect(got.status).toBe(201);
    expect(got.body.data.domain).toMatchObject({
      host,
      is_primary: false,
      verified: false,
      checked_at: null,
      check_result: null,
      link_base: `https://${host}`,
      records: [
        {
          purpose: "proof",
          type: "TXT",
          name: `_cairn.${host}`,
          value: expect.stringMatching(/^cairn-verification=[0-9A-Za-z]{24}$/),
        },
        { purpose: "route", type: "CNAME", name: host, value: "localhost" },
      ],
    });
  });

  test("an international name is stored as in DNS", async () => {
    const { add } = await someone();
    const label = randomBase62(8).toLowerCase();
    expect((await add(`${label}.bücher.example`)).body.data.domain.host).toBe(
      `${label}.xn--bcher-kva.example`,
    );
  });

  test.each([
    "",
    "localhost",
    "127.0.0.1",
    "0x7f.1",
    "2130706433",
    "[::1]",
    "10.0.0.1:80",
    "169.254.169.254",
    "a b.com",
    "under_score.com",
    "-a.com",
    "a..b",
    `${"a".repeat(64)}.com`,
    "a@b.com",
    "*.example.com",
    "ex%41mple.com",
  ])("400 for %j, which is not a domain name", async (host) => {
    const { add } = await someone();
    const got = await add(host);
    expect(got.status).toBe(400);
    expect(got.body.errors.host).toBeTypeOf("string");
  });

  test("400 for a verified domain, and for the project's own a second time, with the same message", async () => {
    const [ours, foreign] = [await someone(), await someone()];
    const { host } = await foreign.proved();
    const own = (await ours.added()).host;
    for (const got of [await ours.add(host.toUpperCase()), await foreign.add(host), await ours.add(own)]) {
      expect(got.body).toEqual({
        msg: "This domain is already in use.",
        status: 400,
        data: null,
        code: "already_exists",
        errors: { host: "This domain is already in use." },
      });
    }
    const both = await Promise.all([ours.add("x.localhost"), foreign.add("x.localhost")]);
    expect(both.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(1);
  });

  test("several projects may claim an unverified domain, each with its own record", async () => {
    const [ours, foreign] = [await someone(), await someone()];
    const host = someHost();
    const both = await Promise.all([ours.add(host), foreign.add(host)]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    const [one, two] = both.map(({ body }) => body.data.domain.records[0].value);
    expect(one).not.toBe(two);
    for (const { list } of [ours, foreign]) {
      expect(await list()).toContainEqual(expect.objectContaining({ host, verified: false }));
    }
    expect(await findSites([host])).toEqual([null]);
  });

  test("a project has at most 50 unverified domains", async () => {
    const { add, project } = await someone();
    await sql`
      insert into domain_claims (id, project_id, host, verification)
      select nextval(pg_get_serial_sequence('domains', 'id')), ${project.id}, 'h' || n || '.example.com', 'x'
      from generate_series(1, 50) n`;
    expect((await add(someHost())).status).toBe(400);
  });

  test("409 for making an unverified domain primary: links on it would not work", async () => {
    const { added, list, path, session } = await someone();
    const { id } = await added();
    expect(await call(`POST ${path}/${id}/primary`, { session })).toMatchObject({
      status: 409,
      body: { msg: "This domain isn't verified yet, so its links wouldn't work." },
    });
    expect((await list())[0]).toMatchObject({ is_primary: true, verified: true });
  });

  test("one domain is primary after any number of concurrent choices", async () => {
    const { proved, list, path, session } = await someone();
    const made = await Promise.all([1, 2, 3].map(() => proved()));
    const got = await Promise.all(made.map(({ id }) => call(`POST ${path}/${id}/primary`, { session })));
    for (const { status } of got) expect(status).toBe(200);
    const primaries = (await list()).filter((each: { is_primary: boolean }) => each.is_primary);
    expect(primaries).toHaveLength(1);
    expect(made.map(({ id }) => id)).toContain(primaries[0].id);
  });

  test("409 for removing the primary domain, or one that a campaign uses", async () => {
    const { proved, list, path, session, project } = await someone();
    const first = (await list())[0];
    const refused = await call(`DELETE ${path}/${first.id}`, { session });
    expect(refused).toMatchObject({
      status: 409,
      body: { msg: "This is the primary domain. Make another one primary first." },
    });

    const used = await proved();
    await sql`
      insert into campaigns (project_id, display_id, name, is_shortlink, domain_id)
      values (${project.id}, ${randomBase62(8)}, 'Spring', true, ${used.id})`;
    expect((await call(`DELETE ${path}/${used.id}`, { session })).status).toBe(409);
    await sql`update campaigns set deleted_at = now() where project_id = ${project.id}`;
    expect((await call(`DELETE ${path}/${used.id}`, { session })).status).toBe(200);
    expect((await call(`DELETE ${path}/${used.id}`, { session })).status).toBe(404);
  });

  test("a removed domain is free for others", async () => {
    const [ours, foreign] = [await someone(), await someone()];
    const { id, host } = await ours.proved();
    expect((await foreign.add(host)).status).toBe(400);
    await call(`DELETE ${ours.path}/${id}`, { session: ours.session });
    expect((await foreign.add(host)).status).toBe(201);
    const claim = (await foreign.list()).find((each: { host: string }) => each.host === host);
    await call(`DELETE ${foreign.path}/${claim.id}`, { session: foreign.session });
    expect((await foreign.list()).map((each: { host: string }) => each.host)).not.toContain(host);
  });

  test("404 for another project's domain, as for one that does not exist", async () => {
    const { path, session } = await someone();
    const foreign = await (await someone()).added();
    for (const line of ["DELETE :", "POST :/primary", "POST :/check"]) {
      const unknown = await call(line.replace(":", `${path}/999999999`), { session });
      expect(unknown).toMatchObject({ status: 404, body: { msg: "Not found." } });
      expect((await call(line.replace(":", `${path}/${foreign.id}`), { session })).text).toBe(unknown.text);
    }
  });

  test("checking a local name needs no DNS", async () => {
    const { list, path, session } = await someone();
    const got = await call(`POST ${path}/${(await list())[0].id}/check`, { session });
    expect(got).toMatchObject({
      status: 200,
      body: { msg: "The domain is verified.", data: { domain: { verified: true } } },
    });
  });

  test("a check of a name without records returns the findings", async () => {
    const { added, path, session } = await someone();
    const { id } = await added(`${randomBase62(8).toLowerCase()}.invalid`);
    const got = await call(`POST ${path}/${id}/check`, { session });
    expect(got.body).toMatchObject({
      msg: "The DNS records are missing.",
      data: { domain: { verified: false } },
    });
    expect(got.body.data.domain.checked_at).not.toBeNull();
  });
});

describe("the required DNS records", () => {
  const silent: DnsLookup = { txt: async () => [], cname: async () => [], addresses: async () => [] };
  const at = { now: new Date(), appUrl: "https://cairn.example.net" };

  async function checked(dns: (records: { name: string; value: string }[]) => Partial<DnsLookup>) {
    const { project } = await aProject();
    const { domain } = await addDomain(project, someHost(), commandLine, at);
    const lookup = { ...silent, ...dns(domain.records) };
    const { domain: after } = await checkDomain(project, domain.id, commandLine, { ...at, dns: lookup });
    return { ...after, project };
  }

  test("the TXT record with the domain's own value verifies it", async () => {
    const got = await checked(([proof]) => ({
      txt: async (name) => (name === proof?.name ? ["v=spf1 -all", proof.value] : []),
    }));
    expect(got).toMatchObject({ verified: true, check_result: { by: "txt" } });
  });

  test("a CNAME to the project's own name below this server's verifies it, in any case", async () => {
    const alias = ([proof]: { value: string }[]) =>
      `${proof?.value.replace("cairn-verification=", "").toUpperCase()}.CAIRN.example.net.`;
    expect(await checked((records) => ({ cname: async () => [alias(records)] }))).toMatchObject({
      verified: true,
      check_result: { by: "cname", routed: true },
    });
  });

  test("a name that leads to this server is not verified by that, because any project could claim it", async () => {
    const here = ["192.0.2.1", "2001:db8::1"];
    const answer = (foreign: string[]) => () => ({
      addresses: async (name: string) => (name === "cairn.example.net" ? here : foreign),
    });
    const led = { verified: false, check_result: { by: null, routed: true } };
    expect(await checked(() => ({ cname: async () => ["CAIRN.example.net."] }))).toMatchObject(led);
    expect(await checked(answer(["192.0.2.1"]))).toMatchObject(led);
    const elsewhere = { verified: false, check_result: { routed: false } };
    expect(await checked(answer(["192.0.2.1", "198.51.100.9"]))).toMatchObject(elsewhere);
    expect(await checked(answer([]))).toMatchObject(elsewhere);
  });

  test("another domain's value, or another server's name, verifies nothing and is shown", async () => {
    const got = await checked(() => ({
      txt: async () => ["cairn-verification=somebodyelses"],
      cname: async () => ["cairn.example.net.evil.example"],
    }));
    expect(got).toMatchObject({
      verified: false,
      check_result: {
        by: null,
        txt: ["cairn-verification=somebodyelses"],
        cname: ["cairn.example.net.evil.example"],
      },
    });
  });

  test("a resolver that fails or hangs counts as no records", async () => {
    const got = await checked(() => ({
      txt: () => Promise.reject(new Error("SERVFAIL")),
      cname: () => new Promise(() => {}),
    }));
    expect(got).toMatchObject({ verified: false, check_result: { txt: [], cname: [] } });
  });

  test("the stored findings are limited in size", async () => {
    const got = await checked(() => ({
      txt: async () => Array.from({ length: 1000 }, () => "x".repeat(5000)),
    }));
    expect(JSON.stringify(got.check_result).length).toBeLessThan(5_000);
  });

  test("a domain stays verified while DNS is unavailable", async () => {
    const got = await checked(([proof]) => ({ txt: async () => [proof!.value] }));
    await checkDomain(got.project, got.id, commandLine, { ...at, dns: silent });
    const { domains: all } = await listDomains(got.project, at.appUrl);
    expect(all.find(({ id }) => id === got.id)).toMatchObject({
      verified: true,
      check_result: { verified: false },
    });
  });

  test("the dashboard's own host cannot be added as a domain", async () => {
    const { project } = await aProject();
    await expect(addDomain(project, "cairn.example.net", commandLine, at)).rejects.toThrow(
      "The dashboard runs on this domain",
    );
  });

  test("a server known by its address is shown as an A record", async () => {
    const { project } = await aProject();
    const { domain } = await addDomain(project, someHost(), commandLine, {
      ...at,
      appUrl: "http://192.0.2.7:3000",
    });
    expect(domain.records[1]).toMatchObject({ type: "A", value: "192.0.2.7" });
  });
});

describe("the project of a host", () => {
  const at = { now: new Date(), appUrl: "https://cairn.example.net" };
  const served = async (host: string) => (await findSites([host]))[0]?.project_id ?? null;
  type Record = { name: string; value: string };

  /** DNS with the record of one project, entered by the host's owner. */
  const dnsWith = ([proof]: Record[]): DnsLookup => ({
    txt: async (name) => (name === proof?.name ? [proof.value] : []),
    cname: async () => ["cairn.example.net"],
    addresses: async () => [],
  });
  const claim = async (host: string) => {
    const { project } = await aProject();
    return { project, ...(await addDomain(project, host, commandLine, at)) };
  };
  const check = ({ project, domain }: Awaited<ReturnType<typeof claim>>, dns: DnsLookup) =>
    checkDomain(project, domain.id, commandLine, { ...at, dns });

  test("a host is served only after verification, and for the project that verified it, not the first to enter it", async () => {
    const host = someHost();
    const [first, second] = [await claim(host), await claim(host)];
    const dns = dnsWith(second.domain.records);
    expect((await check(first, dns)).domain.verified).toBe(false);
    expect(await served(host)).toBeNull();
    expect((await check(second, dns)).domain).toMatchObject({
      id: second.domain.id,
      verified: true,
      proved_by: "dns",
      is_primary: false,
    });
    expect(await served(host)).toBe(second.project.id);
    // Both records exist now. The project that verified the domain first keeps it.
    await expect(check(first, dnsWith(first.domain.records))).rejects.toThrow("has verified this domain");
    expect(await served(host)).toBe(second.project.id);
  });

  test("of two projects that verify a host at once one gets it", async () => {
    const host = someHost();
    const claims = [await claim(host), await claim(host)];
    const got = await Promise.allSettled(claims.map((each) => check(each, dnsWith(each.domain.records))));
    expect(got.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await sql`select id from domains where host = ${host}`).toHaveLength(1);
  });

  test("domains from before verification stay served until another project verifies them", async () => {
    const host = someHost();
    const old = await aProject({ domain: host });
    await sql`update domains set proved_by = 'before' where host = ${host}`;
    const [row] = await sql<{ id: number }[]>`select id from domains where host = ${host}`;
    expect(await served(host)).toBe(old.project.id);

    const owner = await claim(host);
    expect(await served(host)).toBe(old.project.id);
    await check(owner, dnsWith(owner.domain.records));
    expect(await served(host)).toBe(owner.project.id);
    const [left] = (await listDomains(old.project, at.appUrl)).domains;
    expect(left).toMatchObject({ id: row?.id, host, verified: false, wants_primary: true });
    const log =
      await sql`select action from audit_log where project_id = ${old.project.id} and target = ${host}`;
    expect(log.map(({ action }) => action)).toContain("domain.lost");
  });

  test("a domain added by the operator is verified, even if others claim it", async () => {
    const host = someHost();
    const other = await claim(host);
    const { project } = await aProject();
    await addDomain(project, host, commandLine, at);
    const { domain } = await addDomain(project, host, commandLine, { ...at, byOperator: true });
    expect(domain).toMatchObject({ verified: true, proved_by: "operator" });
    expect(await served(host)).toBe(project.id);
    await expect(addDomain(other.project, host, commandLine, { ...at, byOperator: true })).rejects.toThrow(
      "already in use",
    );
  });

  test("a project created with a domain uses its local name until the domain is verified and becomes primary", async () => {
    const host = someHost();
    const made = await createProject(
      await anAccount(),
      projectInput.parse({ name: "Hosted", platforms: ["IOS"], domain: host }),
      commandLine,
      at,
    );
    expect(made.host).toBe(`${made.slug}.localhost`);
    const project = { id: made.id, accountId: await anAccount() };
    const waiting = (await listDomains(project, at.appUrl)).domains.find((each) => each.host === host);
    expect(waiting).toMatchObject({ verified: false, wants_primary: true });
    await checkDomain(project, waiting!.id, commandLine, { ...at, dns: dnsWith(waiting!.records) });
    expect((await listDomains(project, at.appUrl)).domains).toMatchObject([
      { host, is_primary: true, verified: true },
      { host: `${made.slug}.localhost`, is_primary: false, verified: true },
    ]);
  });

  test("the server checks by itself: every minute at first, then less often, and not after a month", async () => {
    await sql`delete from domain_claims`;
    const host = someHost();
    const ours = await claim(host);
    const [row] = await sql<
      { created_at: Date }[]
    >`select created_at from domain_claims where id = ${ours.domain.id}`;
    const minutes = (n: number) => new Date(row!.created_at.getTime() + n * 60_000);
    const recheck = (now: Date, dns = dnsWith([])) =>
      checkDueClaims(
        () => false,
        () => ({ now, appUrl: at.appUrl, dns }),
      );
    expect([await recheck(minutes(0)), await recheck(minutes(0.5)), await recheck(minutes(1.1))]).toEqual([
      1, 0, 1,
    ]);
    expect([await recheck(minutes(65)), await recheck(minutes(70)), await recheck(minutes(76))]).toEqual([
      1, 0, 1,
    ]);
    const day = 24 * 60;
    expect([await recheck(minutes(2 * day)), await recheck(minutes(2 * day + 59))]).toEqual([1, 0]);
    expect(await recheck(minutes(31 * day))).toBe(0);
    expect(await recheck(minutes(3 * day), dnsWith(ours.domain.records))).toBe(1);
    expect(await served(host)).toBe(ours.project.id);
    const log = await sql`
      select actor, action from audit_log where project_id = ${ours.project.id} and target = ${host} order by id`;
    expect(log.slice(1)).toEqual([{ actor: "server", action: "domain.verify" }]);
  });
});
