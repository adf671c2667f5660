import { generateKeyPairSync, verify } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { completeEnv } from "@/lib/base/env";

/** Firebase's response about a token. */
type Scripted = { status: number; code?: string; message?: string; headers?: Record<string, string> };

const scope = "https://www.googleapis.com/auth/firebase.messaging";

/** Simulates Firebase: the same checks as the real one, and responses about tokens chosen by `say`. */
export async function aFirebaseService(say: (token: string) => Scripted) {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const email = "probe@example.iam.gserviceaccount.com";
  const seen = { tokens: [] as string[], bearers: 0, wrong: [] as string[] };
  let base = "";
  let bearer = "";
  /** The lifetime of a bearer token in seconds, and the error returned instead of a token. */
  const google = { life: 3_599, refuses: null as { status: number; error: string } | null };

  const assertionWrong = (jwt: string): string | null => {
    const [head = "", body = "", signature = ""] = jwt.split(".");
    const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    if (read(head).alg !== "RS256") return "alg";
    const { iss, scope: requestedScope, aud, iat, exp } = read(body);
    if (iss !== email) return "iss";
    if (requestedScope !== scope) return "scope";
    if (aud !== `${base}/token`) return "aud";
    if (exp - iat > 3_600 || exp <= iat) return "exp";
    const isSigned = verify(
      "sha256",
      Buffer.from(`${head}.${body}`),
      publicKey,
      Buffer.from(signature, "base64url"),
    );
    return isSigned ? null : "signature";
  };

  const answer = (response: ServerResponse, status: number, body: unknown, headers = {}) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };

  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString("utf8");
    if (request.url === "/token") {
      if (google.refuses) return answer(response, google.refuses.status, { error: google.refuses.error });
      const form = new URLSearchParams(text);
      const wrong =
        form.get("grant_type") === "urn:ietf:params:oauth:grant-type:jwt-bearer"
          ? assertionWrong(form.get("assertion") ?? "..")
          : "grant_type";
      if (wrong) {
        seen.wrong.push(wrong);
        return answer(response, 400, { error: "invalid_grant", error_description: `Invalid JWT: ${wrong}` });
      }
      bearer = `bearer ${++seen.bearers}`;
      return answer(response, 200, {
        access_token: bearer,
        expires_in: google.life,
        token_type: "Bearer",
      });
    }
    const body = JSON.parse(text);
    if (request.url !== "/v1/projects/hikes-1a2b/messages:send" || body.validate_only !== true) {
      seen.wrong.push(`${request.url} ${body.validate_only}`);
      return answer(response, 404, { error: { code: 404, message: "Not found", status: "NOT_FOUND" } });
    }
    if (request.headers.authorization !== `Bearer ${bearer}`)
      return answer(response, 401, { error: { code: 401, message: "No", status: "UNAUTHENTICATED" } });
    const { token } = body.message;
    seen.tokens.push(token);
    const { status, code, message = "No", headers } = say(token);
    if (status === 200)
      return answer(response, 200, { name: "projects/hikes-1a2b/messages/fake_message_id" });
    const details = code
      ? [{ "@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", errorCode: code }]
      : [];
    answer(response, status, { error: { code: status, message, details } }, headers);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  completeEnv({ FCM_URL: base, GOOGLE_TOKEN_URL: `${base}/token` });

  const serviceAccount = {
    type: "service_account",
    project_id: "hikes-1a2b",
    client_email: email,
    private_key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    token_uri: "https://attacker.example/token",
  };
  return {
    seen,
    google,
    /** The key file as a member pastes it. */
    file: JSON.stringify(serviceAccount),
    account: serviceAccount,
    /** Revokes all bearer tokens issued so far. */
    forgetBearer: () => {
      bearer = "another";
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
