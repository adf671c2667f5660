import { describe, expect, test } from "vitest";
import * as check from "@/app/api/dashboard/projects/[project]/domains/[id]/check/route";
import * as primary from "@/app/api/dashboard/projects/[project]/domains/[id]/primary/route";
import * as domain from "@/app/api/dashboard/projects/[project]/domains/[id]/route";
import * as domains from "@/app/api/dashboard/projects/[project]/domains/route";
import { sql } from "@/db";
import { aMember, anAccount, aProject } from "@/db/world";
import { commandLine } from "@/lib/audit/actor";
import { throughBothAdapters } from "@/lib/http/testing";
import { randomBase62 } from "@/lib/ids";
import type { DnsLookup } from "@/lib/projects/domains/dns";
import { addDomain, checkDomain, listDomains } from "@/lib/projects/domains/manage";

const someHost = () => `${randomBase62(10).toLowerCase()}.example.com`;

throughBothAdapters([{ GET: check.POST }, { GET: primary.POST }, { GET: domain.DELETE }, domains], (call) => {
  async function someone() {
    const account = await anAccount();
    const made = await aProject({ account });
    const { session } = await aMember("admin", account);
    const path = `/api/dashboard/projects/${made.project.id}/domains`;
    const add = (host: string) => call(`POST ${path}`, { session, body: { host } });
    const added = async (host = someHost()) =>
      (await add(host)).body.data.domain as { id: number; host: string };
    const list = async () => (await call(`GET ${path}`, { session })).body.data.domains;
    return { ...made, session, path, add, added, list };
  }

  test("a new project has its local name, which needs no DNS", async () => {
    const { list, domain: host } = await someone();
    expect(await list()).toMatchObject([
      { host, is_primary: true, verified: true, link_base: `http://${host}:3000`, records: [] },
    ]);
  });

  test("a domain is normalised, is not primary, and tells the exact records it needs", async () => {
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

  test("an international name is kept as DNS writes it", async () => {
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
  ])("400 for %j, which is no domain name", async (host) => {
    const { add } = await someone();
    const got = await add(host);
    expect(got.status).toBe(400);
    expect(got.body.errors.host).toBeTypeOf("string");
  });

  test("400 for a domain that is in use, by whomever; of two projects at once one gets it", async () => {
    const [mine, theirs] = [await someone(), await someone()];
    const host = someHost();
    const both = await Promise.all([mine.add(host), theirs.add(host)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400]);
    const again = [await mine.add(host), await theirs.add(host.toUpperCase())];
    for (const got of again) {
      expect(got.body).toEqual({
        msg: "This domain is in use already.",
        status: 400,
        data: null,
        errors: { host: "This domain is in use already." },
      });
    }
  });

  test("one domain is primary, whoever chooses at once", async () => {
    const { added, list, path, session } = await someone();
    const made = await Promise.all([1, 2, 3].map(() => added()));
    const got = await Promise.all(made.map(({ id }) => call(`POST ${path}/${id}/primary`, { session })));
    for (const { status } of got) expect(status).toBe(200);
    const primaries = (await list()).filter((each: { is_primary: boolean }) => each.is_primary);
    expect(primaries).toHaveLength(1);
    expect(made.map(({ id }) => id)).toContain(primaries[0].id);
  });

  test("409 for removing the primary domain, or one that a campaign uses", async () => {
    const { added, list, path, session, project } = await someone();
    const first = (await list())[0];
    const refused = await call(`DELETE ${path}/${first.id}`, { session });
    expect(refused).toMatchObject({
      status: 409,
      body: { msg: "This is the primary domain. Make another one primary first." },
    });

    const used = await added();
    await sql`
      insert into campaigns (project_id, display_id, name, is_shortlink, domain_id)
      values (${project.id}, ${randomBase62(8)}, 'Spring', true, ${used.id})`;
    expect((await call(`DELETE ${path}/${used.id}`, { session })).status).toBe(409);
    await sql`update campaigns set deleted_at = now() where project_id = ${project.id}`;
    expect((await call(`DELETE ${path}/${used.id}`, { session })).status).toBe(200);
    expect((await call(`DELETE ${path}/${used.id}`, { session })).status).toBe(404);
  });

  test("a removed domain is free for others", async () => {
    const [mine, theirs] = [await someone(), await someone()];
    const { id, host } = await mine.added();
    await call(`DELETE ${mine.path}/${id}`, { session: mine.session });
    expect((await theirs.add(host)).status).toBe(201);
  });

  test("404 for another project's domain, as for none", async () => {
    const { path, session } = await someone();
    const theirs = await (await someone()).added();
    for (const line of ["DELETE :", "POST :/primary", "POST :/check"]) {
      const unknown = await call(line.replace(":", `${path}/999999999`), { session });
      expect(unknown).toMatchObject({ status: 404, body: { msg: "Not found." } });
      expect((await call(line.replace(":", `${path}/${theirs.id}`), { session })).text).toBe(unknown.text);
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

  test("a check of a name without records is answered within its three seconds", async () => {
    const { added, path, session } = await someone();
    const { id } = await added(`${randomBase62(8).toLowerCase()}.invalid`);
    const started = performance.now();
    const got = await call(`POST ${path}/${id}/check`, { session });
    expect(performance.now() - started).toBeLessThan(4_000);
    expect(got.body).toMatchObject({
      msg: "The records are not there yet.",
      data: { domain: { verified: false } },
    });
    expect(got.body.data.domain.checked_at).not.toBeNull();
  });
});

describe("what DNS must say", () => {
  const silent: DnsLookup = { txt: async () => [], cname: async () => [], addresses: async () => [] };
  const at = { now: new Date(), appUrl: "https://cairn.example.net" };

  async function checked(dns: (records: { name: string; value: string }[]) => Partial<DnsLookup>) {
    const { project } = await aProject();
    const { domain } = await addDomain(project, someHost(), commandLine, at);
    const lookup = { ...silent, ...dns(domain.records) };
    const { domain: after } = await checkDomain(project, domain.id, commandLine, { ...at, dns: lookup });
    return { ...after, project };
  }

  test("the TXT record with the domain's own word proves it", async () => {
    const got = await checked(([proof]) => ({
      txt: async (name) => (name === proof?.name ? ["v=spf1 -all", proof.value] : []),
    }));
    expect(got).toMatchObject({ verified: true, check_result: { by: "txt" } });
  });

  test("a CNAME to this server, with final dot or capitals, proves it", async () => {
    const got = await checked(() => ({ cname: async () => ["CAIRN.example.net."] }));
    expect(got).toMatchObject({
      verified: true,
      check_result: { by: "cname", cname: ["CAIRN.example.net."] },
    });
  });

  test("addresses that are all this server's prove it, others do not", async () => {
    const here = ["192.0.2.1", "2001:db8::1"];
    const answer = (theirs: string[]) => () => ({
      addresses: async (name: string) => (name === "cairn.example.net" ? here : theirs),
    });
    expect(await checked(answer(["192.0.2.1"]))).toMatchObject({
      verified: true,
      check_result: { by: "address" },
    });
    expect(await checked(answer(["192.0.2.1", "198.51.100.9"]))).toMatchObject({ verified: false });
    expect(await checked(answer([]))).toMatchObject({ verified: false });
  });

  test("another domain's word, or another server's name, proves nothing and is shown", async () => {
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

  test("a resolver that fails or never answers is one without records", async () => {
    const got = await checked(() => ({
      txt: () => Promise.reject(new Error("SERVFAIL")),
      cname: () => new Promise(() => {}),
    }));
    expect(got).toMatchObject({ verified: false, check_result: { txt: [], cname: [] } });
  });

  test("what is kept of an answer has a bound", async () => {
    const got = await checked(() => ({
      txt: async () => Array.from({ length: 1000 }, () => "x".repeat(5000)),
    }));
    expect(JSON.stringify(got.check_result).length).toBeLessThan(5_000);
  });

  test("a domain stays proved while DNS is away", async () => {
    const got = await checked(() => ({ cname: async () => ["cairn.example.net"] }));
    await checkDomain(got.project, got.id, commandLine, { ...at, dns: silent });
    const { domains: all } = await listDomains(got.project, at.appUrl);
    expect(all.find(({ id }) => id === got.id)).toMatchObject({
      verified: true,
      check_result: { verified: false },
    });
  });

  test("the dashboard's own host is nobody's domain", async () => {
    const { project } = await aProject();
    await expect(addDomain(project, "cairn.example.net", commandLine, at)).rejects.toThrow(
      "This is where the dashboard is",
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
