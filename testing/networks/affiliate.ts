/** An affiliate's tracker, which accepts a query, a form or JSON, and rejects calls that no tracker can use. */
import { createHmac } from "node:crypto";
import { type FakeRequest, type FakeResponse, parsedJson } from "@/testing/networks/fake";

const no = (why: string): FakeResponse => ({ status: 400, body: { error: why } });

export const affiliateTracker =
  ({ key, click }: { key?: string; click: string }) =>
  ({ method, url, headers, body }: FakeRequest): FakeResponse => {
    const isForm = headers["content-type"] === "application/x-www-form-urlencoded";
    if (method === "POST" && url.search !== "") return no("parameters belong in the body");
    const query = method === "GET" ? url.search.slice(1) : isForm ? body : null;
    const fields =
      query === null
        ? (parsedJson(body) as Record<string, string> | null)
        : Object.fromEntries(new URLSearchParams(query));
    if (fields === null) return no("neither a form nor JSON");
    const text = query ?? JSON.stringify(fields);
    if (/%7B|%7D/i.test(text) || Object.values(fields).some((value) => /[{}]/.test(value)))
      return no("a macro was not filled in");
    if (fields.click !== click) return no("unknown click");
    if (key !== undefined) {
      const others = (query ?? new URLSearchParams(fields).toString().replaceAll("+", "%20"))
        .split("&")
        .filter((pair) => !pair.startsWith("sig="))
        .join("&");
      if (fields.sig !== createHmac("sha256", key).update(others).digest("hex")) return no("wrong signature");
    }
    return { status: 200, body: "OK" };
  };
