/**
 * An S3 service in memory, written from Amazon's documentation: path-style addresses, signatures of version 4, single
 * and multipart uploads. It rejects what S3 rejects: wrong signatures, bodies with another checksum, small parts.
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const region = "eu-test-1";
const hashOf = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
const minPart = 5 * 1024 * 1024;

export type S3Call = { method: string; key: string; query: URLSearchParams; body: Buffer };
type Failure = { status: number; code: string };

function isSigned(request: IncomingMessage, url: URL, body: Buffer, secret: string): string | null {
  const header = request.headers.authorization ?? "";
  const found =
    /^AWS4-HMAC-SHA256 Credential=(\S+?)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/.exec(
      header,
    );
  if (!found) return "AuthorizationHeaderMalformed";
  const [, id = "", day = "", zone = "", signed = "", signature = ""] = found;
  if (zone !== region) return "AuthorizationHeaderMalformed";
  if (id !== "AKIATEST") return "InvalidAccessKeyId";
  const hash = String(request.headers["x-amz-content-sha256"]);
  if (hash !== hashOf(body)) return "XAmzContentSHA256Mismatch";
  if (!signed.split(";").includes("host") || !signed.split(";").includes("x-amz-content-sha256"))
    return "SignatureDoesNotMatch";
  const at = String(request.headers["x-amz-date"]);
  const path = url.pathname
    .split("/")
    .map((part) => encode(decodeURIComponent(part)))
    .join("/");
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join("&");
  const headers = signed.split(";").map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, path, query, headers.join(""), signed, hash].join("\n");
  const toSign = ["AWS4-HMAC-SHA256", at, `${day}/${zone}/s3/aws4_request`, hashOf(canonical)].join("\n");
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), zone), "s3"), "aws4_request");
  return timingSafeEqual(hmac(key, toSign), Buffer.from(signature, "hex")) ? null : "SignatureDoesNotMatch";
}

/** `intercept` may answer instead of the service, or wait, for faults. */
export async function anS3Server(secret = "s3cret/+key") {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, { key: string; parts: Map<number, Buffer> }>();
  const calls: S3Call[] = [];
  const hooks: {
    before: (call: S3Call) => Promise<Failure | undefined> | Failure | undefined;
    after: (call: S3Call) => Promise<void> | void;
  } = { before: () => undefined, after: () => {} };

  function serve({ method, key, query, body }: S3Call): Failure | { text?: string; etag?: string } {
    const uploadId = query.get("uploadId") ?? "";
    const upload = uploads.get(uploadId);
    if (uploadId && upload?.key !== key) return { status: 404, code: "NoSuchUpload" };
    if (method === "POST" && query.has("uploads")) {
      const id = `upload-${uploads.size + 1}`;
      uploads.set(id, { key, parts: new Map() });
      return {
        text: `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      };
    }
    if (method === "PUT" && upload) {
      upload.parts.set(Number(query.get("partNumber")), body);
      return { etag: `"${hashOf(body)}"` };
    }
    if (method === "POST" && upload) {
      const parts = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)];
      const bodies = parts.map(([, number, etag]) => {
        const part = upload.parts.get(Number(number));
        return part && `"${hashOf(part)}"` === etag ? part : null;
      });
      if (bodies.length === 0 || bodies.includes(null)) return { status: 400, code: "InvalidPart" };
      if (bodies.slice(0, -1).some((part) => part!.length < minPart))
        return { status: 400, code: "EntityTooSmall" };
      uploads.delete(uploadId);
      objects.set(key, Buffer.concat(bodies as Buffer[]));
      return { text: "<CompleteMultipartUploadResult/>" };
    }
    if (method === "DELETE" && upload) {
      uploads.delete(uploadId);
      return {};
    }
    if (method === "PUT") objects.set(key, body);
    else if (method === "DELETE") objects.delete(key);
    else return { status: 405, code: "MethodNotAllowed" };
    return {};
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
    const [, bucket, ...rest] = url.pathname.split("/").map(decodeURIComponent);
    const call: S3Call = { method: request.method ?? "", key: rest.join("/"), query: url.searchParams, body };
    const fail = ({ status, code }: Failure) =>
      response
        .writeHead(status, { "content-type": "application/xml" })
        .end(`<Error><Code>${code}</Code><Message>Because of ${code}.</Message></Error>`);
    const unsigned = isSigned(request, url, body, secret);
    if (unsigned) return void fail({ status: 403, code: unsigned });
    if (bucket !== "exports") return void fail({ status: 404, code: "NoSuchBucket" });
    calls.push(call);
    const fault = await hooks.before(call);
    if (fault) return void fail(fault);
    const result = serve(call);
    await hooks.after(call);
    if ("code" in result) return void fail(result);
    response.writeHead(200, result.etag ? { etag: result.etag } : {}).end(result.text ?? "");
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    place: { endpoint: `http://127.0.0.1:${port}`, region, bucket: "exports", access_key_id: "AKIATEST" },
    secrets: { secret_access_key: secret },
    objects,
    uploads,
    calls,
    hooks,
    async end() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
