import { afterEach, expect, test, vi } from "vitest";
import { ApiError, at, child, get, mutate, sendFile, urlOf, withQuery } from "./api";

afterEach(() => vi.unstubAllGlobals());

function answering(reply: () => Response) {
  const query: [string, RequestInit][] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    query.push([url, init]);
    return reply();
  });
  return query;
}

test("parameters in an address are encoded so that the server reads them back", () => {
  const rates = at("/projects/:project/spend/rates", { project: 7 });
  expect(rates).toBe("/projects/7/spend/rates");
  expect(child(rates, "/:currency/:day", { currency: "EUR", day: "2026-01-31" })).toBe(
    "/projects/7/spend/rates/EUR/2026-01-31",
  );
  expect(at("/invitations/:token", { token: "a/b?c:d" })).toBe("/invitations/a%2Fb%3Fc%3Ad");
});

test("a query contains only defined parameters and can be extended", () => {
  const campaigns = at("/projects/:project/campaigns", { project: 7 });
  const spring = withQuery(campaigns, { search: "spring & co", status: undefined });
  expect(spring).toBe("/projects/7/campaigns?search=spring+%26+co");
  expect(withQuery(spring, { page: 2 })).toBe("/projects/7/campaigns?search=spring+%26+co&page=2");
  expect(urlOf(withQuery(child(campaigns, "/export.csv"), { status: "active" }))).toBe(
    "/api/dashboard/projects/7/campaigns/export.csv?status=active",
  );
});

test("a body is sent as JSON, a file unchanged, and the response's data is returned", async () => {
  const query = answering(() => Response.json({ msg: "Done.", data: { changed: 1, ids: [3] } }));
  const bulk = at("/projects/:project/campaigns/bulk", { project: 7 });
  expect(await mutate("POST", bulk, { ids: [3], action: "activate" })).toEqual({ changed: 1, ids: [3] });
  await mutate("DELETE", at("/me/sessions"));
  const file = new File(["day,cost"], "spend.csv");
  await sendFile(
    withQuery(at("/projects/:project/spend/uploads", { project: 7 }), { name: file.name }),
    file,
  );
  expect(query.map(([url, { method, body }]) => [method, url, body])).toEqual([
    ["POST", "/api/dashboard/projects/7/campaigns/bulk", '{"ids":[3],"action":"activate"}'],
    ["DELETE", "/api/dashboard/me/sessions", undefined],
    ["POST", "/api/dashboard/projects/7/spend/uploads?name=spend.csv", file],
  ]);
  expect(query[0]![1].headers).toEqual({ "content-type": "application/json" });
});

test("a refusal is thrown with the server's message, an unavailable server with its own", async () => {
  answering(() => Response.json({ msg: "No.", errors: { name: "Too long." } }, { status: 400 }));
  await expect(get(at("/me"))).rejects.toMatchObject({
    status: 400,
    message: "No.",
    fields: { name: "Too long." },
  });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("failed")));
  await expect(get(at("/me"))).rejects.toEqual(
    new ApiError(0, "Can't reach the server. Check your connection and try again."),
  );
});
