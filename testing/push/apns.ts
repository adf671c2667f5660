import { generateKeyPairSync, verify } from "node:crypto";
import { createServer, type Http2Server, type ServerHttp2Session } from "node:http2";
import type { AddressInfo } from "node:net";
import { completeEnv } from "@/lib/base/env";

type Scripted = { status: number; reason?: string; timestamp?: number; headers?: Record<string, string> };
type ApnsEnvironment = "production" | "sandbox";

/** Simulates Apple's two push services: the same checks as the real ones, and responses chosen by `say`. */
export async function anApplePushService(
  say: (token: string, environment: ApnsEnvironment) => Scripted,
  atOnce = 1_000,
) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const known = { key_id: "ABC123DEFG", team_id: "TEAM123456", topic: "com.example.hikes" };
  const seen = { asked: [] as string[], connections: 0, bearers: new Set<string>(), wrong: [] as string[] };
  const sessions = new Set<ServerHttp2Session>();

  const bearerWrong = (header: string): string | null => {
    const [head = "", body = "", signature = ""] = header.replace(/^bearer /, "").split(".");
    const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString("utf8") || "{}");
    const { alg, kid } = read(head);
    if (alg !== "ES256" || kid !== known.key_id) return "InvalidProviderToken";
    const { iss, iat } = read(body);
    if (iss !== known.team_id || typeof iat !== "number") return "InvalidProviderToken";
    const isSigned = verify(
      "sha256",
      Buffer.from(`${head}.${body}`),
      { key: publicKey, dsaEncoding: "ieee-p1363" },
      Buffer.from(signature, "base64url"),
    );
    return isSigned ? null : "InvalidProviderToken";
  };

  const start = async (environment: ApnsEnvironment): Promise<[Http2Server, string]> => {
    const server = createServer({ settings: { maxConcurrentStreams: atOnce } });
    server.on("session", (session) => {
      seen.connections++;
      sessions.add(session);
      session.on("close", () => sessions.delete(session));
    });
    server.on("stream", (stream, headers) => {
      let text = "";
      stream.on("data", (part) => {
        text += part;
      });
      stream.on("end", () => {
        const bearer = String(headers.authorization ?? "");
        seen.bearers.add(bearer);
        const answer = ({ status, headers: more, ...body }: Scripted) => {
          stream.respond({ ":status": status, ...more });
          stream.end(status === 200 ? "" : JSON.stringify(body));
        };
        const wrong = bearerWrong(bearer);
        if (wrong) return answer({ status: 403, reason: wrong });
        const fixed = {
          "apns-topic": known.topic,
          "apns-push-type": "background",
          "apns-priority": "5",
        };
        for (const [name, value] of Object.entries(fixed))
          if (headers[name] !== value) seen.wrong.push(`${name}: ${headers[name]}`);
        if (text !== '{"aps":{"content-available":1}}') seen.wrong.push(text);
        const token = /^\/3\/device\/([0-9a-fA-F]+)$/.exec(String(headers[":path"]))?.[1];
        if (token === undefined) return answer({ status: 404, reason: "BadPath" });
        seen.asked.push(`${environment} ${token}`);
        answer(say(token, environment));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return [server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`];
  };
  const [production, productionUrl] = await start("production");
  const [sandbox, sandboxUrl] = await start("sandbox");
  completeEnv({ APNS_URL: productionUrl, APNS_SANDBOX_URL: sandboxUrl });

  const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  return {
    seen,
    /** Credentials as a member enters them. */
    given: { ...known, key },
    /** Ends all connections, as Apple sometimes does. */
    hangUp: () => {
      for (const session of sessions) session.destroy();
    },
    close: async () => {
      for (const session of sessions) session.destroy();
      for (const server of [production, sandbox])
        await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
