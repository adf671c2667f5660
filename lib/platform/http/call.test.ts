import { describe, expect, test } from "vitest";
import { z } from "zod";
import { campaignWriteRoute, clientRoute } from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { throughBothAdapters } from "@/lib/platform/http/testing";
import { aProject } from "@/testing/factories";

/** Echoes the body through the two kinds of route that accept one. */
const answers = { 200: { msg: "Fine." } };
const about = { summary: "A test", tag: "Test", answers, body: z.looseObject({}) };
const device = endpoint("/api/client/echo", {
  POST: defineRoute(clientRoute, { ...about, handle: ({ body }) => ok("Fine.", body) }),
});
const server = endpoint("/api/v1/echo", {
  POST: defineRoute(campaignWriteRoute, { ...about, handle: ({ body }) => ok("Fine.", body) }),
});

throughBothAdapters([device, server] as never, (call) => {
  describe.each([
    ["POST /api/client/echo", 256 * 1024],
    ["POST /api/v1/echo", 1024 * 1024],
  ] as const)("the body of %s", (line, max) => {
    /** Sends text with a valid credential, which replaces `TOKEN` in the body. */
    async function send(
      body: string | Uint8Array,
      headers: Record<string, string> = { "content-type": "application/json" },
    ) {
      const { serverKey, token } = await aProject();
      const sent = typeof body === "string" ? body.replace("TOKEN", token) : body;
      return { ...(await call(line, { key: serverKey, body: sent, headers })), token };
    }
    const refused = (msg: string | RegExp) => ({
      status: 400,
      body: { msg: typeof msg === "string" ? msg : expect.stringMatching(msg), status: 400, data: null },
    });

    test.each(["{", '{"token":', "", " ", "undefined", "{'a':1}", '{"a":1,}', '{"a":"\n"}'])(
      "400 for %j, which is not JSON",
      async (body) => {
        expect(await send(body)).toMatchObject(refused("The body is not valid JSON."));
      },
    );

    test.each(["null", "[]", '"x"', "1", "true", "[{}]"])("400 for %s, which is no object", async (body) => {
      expect(await send(body)).toMatchObject(refused("The body must be a JSON object."));
    });

    test.each([
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data",
      "application/json; charset=utf-16",
      "nonsense",
    ])("JSON with the type %s is accepted, because programs omit the header", async (type) => {
      expect((await send('{"token":"TOKEN","a":1}', { "content-type": type })).status).toBe(200);
    });

    test("JSON without a Content-Type is accepted", async () => {
      const { token } = await aProject();
      const { serverKey } = await aProject();
      const got = await call(line, { key: serverKey, body: Buffer.from(JSON.stringify({ token })) });
      expect(got.status).toBe(200);
    });

    test("a byte order mark is accepted, UTF-16 is not", async () => {
      expect((await send('\uFEFF{"token":"TOKEN"}')).status).toBe(200);
      expect((await send(Buffer.from('{"token":"x"}', "utf16le"))).status).toBe(400);
    });

    test("invalid UTF-8 is rejected, never replaced", async () => {
      const body = Buffer.concat([Buffer.from('{"token":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
      expect(await send(body)).toMatchObject(refused("The body is not valid JSON."));
    });

    test(`a body of up to ${max / 1024} KB is read, 413 above`, async () => {
      const fill = (size: number) => {
        const frame = '{"token":"TOKEN","a":""}';
        const token = "ct_".length + 24;
        return frame.replace('""', `"${"x".repeat(size - (frame.length - "TOKEN".length + token))}"`);
      };
      expect((await send(fill(max))).status).toBe(200);
      const got = await send(fill(max + 1));
      expect(got).toMatchObject({ status: 413, body: { status: 413, data: null } });
      expect(got.body.msg).toBe(`The body is larger than ${max === 1_048_576 ? "1 MB" : "256 KB"}.`);
    });

    test("413 for 11 MB, without buffering them", async () => {
      const body = Buffer.alloc(11 * 1024 * 1024, 0x20);
      const before = process.memoryUsage().arrayBuffers;
      expect((await send(body)).status).toBe(413);
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50 * 1024 * 1024);
    });

    test("415 for a compressed body, which is not decompressed", async () => {
      for (const encoding of ["gzip", "br", "deflate", "x-made-up"]) {
        const got = await send('{"token":"TOKEN"}', { "content-encoding": encoding });
        expect(got).toMatchObject({ status: 415, body: { status: 415, data: null } });
      }
      expect((await send('{"token":"TOKEN"}', { "content-encoding": "identity" })).status).toBe(200);
    });

    const nested = (depth: number) =>
      `{"token":"TOKEN","a":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`;

    test("32 levels of nesting are accepted, more are rejected", async () => {
      expect((await send(nested(32))).status).toBe(200);
      for (const depth of [33, 100, 5_000, 100_000]) {
        expect(await send(nested(depth))).toMatchObject(
          refused("The body is nested more than 32 levels deep."),
        );
      }
    });

    test("400 for too many values", async () => {
      const keys = Array.from({ length: 10_001 }, (_, i) => `"k${i}":1`).join(",");
      expect((await send(`{"token":"TOKEN",${keys}}`)).status).toBe(400);
      expect((await send(`{"token":"TOKEN","a":[${"1,".repeat(50_000)}1]}`)).status).toBe(400);
    });

    test("the last of repeated keys counts", async () => {
      const got = await send('{"a":1,"token":"bad","token":"TOKEN","a":2}');
      expect(got.body.data).toMatchObject({ a: 2, token: got.token });
    });

    test("JavaScript's own property names are plain data, and do not affect the next call", async () => {
      const body =
        '{"token":"TOKEN","__proto__":{"admin":true},"constructor":{"prototype":{"x":1}},"toString":"a","hasOwnProperty":1}';
      expect((await send(body)).status).toBe(200);
      expect(({} as { admin?: boolean }).admin).toBeUndefined();
      expect(({} as { x?: number }).x).toBeUndefined();
      const next = await send('{"token":"TOKEN"}');
      expect(next.body.data.admin).toBeUndefined();
    });

    test("400 names the field or key with a NUL or half a surrogate pair", async () => {
      for (const bad of ["\\u0000", "\\ud800", "\\udc00x"]) {
        expect(await send(`{"token":"TOKEN","name":"a${bad}"}`)).toMatchObject(
          refused("name contains characters that are not valid text."),
        );
        expect(await send(`{"token":"TOKEN","deep":{"er":["${bad}"]}}`)).toMatchObject(
          refused("deep contains characters that are not valid text."),
        );
        expect(await send(`{"token":"TOKEN","a${bad}":1}`)).toMatchObject(
          refused("A key of the body contains characters that are not valid text."),
        );
      }
      expect((await send('{"token":"TOKEN","name":"\\ud83d\\ude00"}')).body.data.name).toBe("😀");
    });

    test("text is stored as sent, with either encoding of accents", async () => {
      const texts = [
        "é",
        "e\u0301",
        "\u202Eevil",
        "a\u200Bb",
        "👩‍👩‍👧‍👦",
        "<script>alert(1)</script>",
        "{{7*7}}",
        "$" + "{7*7}",
        "'; DROP TABLE x; --",
        "ﷺ",
        "Ω≈ç√∫",
      ];
      const { token } = await aProject();
      const { serverKey } = await aProject();
      for (const text of texts) {
        expect(
          (await call(line, { key: serverKey, body: { token, text }, tick: 1e6 * texts.indexOf(text) })).body
            .data.text,
        ).toBe(text);
      }
    });

    test("numbers out of range do not fail", async () => {
      expect((await send('{"token":"TOKEN","n":1e400}')).status).toBe(200);
      expect((await send('{"token":"TOKEN","n":NaN}')).status).toBe(400);
    });
  });
});
