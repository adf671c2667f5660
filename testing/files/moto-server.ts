/**
 * Moto's server, if it is installed (`pip install "moto[server,s3,iam]"`): S3 written by others, which checks signatures with
 * Amazon's own library, and the permissions of keys. Others need containers, or builds of programs, to run in a test.
 */
import { execFileSync, spawn } from "node:child_process";
import { AwsV4Signer } from "aws4fetch";
import { expect } from "vitest";
import { freePort } from "@/server/database/embedded-postgres";

export function hasMoto(): boolean {
  try {
    execFileSync("moto_server", ["--help"], { stdio: "ignore" });
    return true;
  } catch {
    console.warn("SKIPPED: moto_server is not installed, so no files are written to it here.");
    return false;
  }
}

const region = "eu-central-1";
const bucket = "exports";
type Key = { id: string; secret: string };
type Call = { service: "s3" | "iam"; method: string; path: string; body?: string; type?: string };

/** A bucket and a key that may only do what docs/scheduled-files.md requires. */
export async function aMotoServer() {
  const port = await freePort();
  const host = `127.0.0.1:${port}`;
  const child = spawn("moto_server", ["-H", "127.0.0.1", "-p", String(port)], { stdio: "ignore" });

  async function call(key: Key, { service, method, path, body, type }: Call): Promise<Response> {
    const signed = await new AwsV4Signer({
      method,
      url: `http://${host}${path}`,
      headers: type ? { "content-type": type } : {},
      ...(body === undefined ? {} : { body }),
      accessKeyId: key.id,
      secretAccessKey: key.secret,
      ...{ service, region },
    }).sign();
    return fetch(signed.url, { method, headers: signed.headers, ...(body === undefined ? {} : { body }) });
  }

  // Until permissions are checked, any key may make users.
  const anyKey = { id: "AKIAIOSFODNN7EXAMPLE", secret: "none" };
  async function iam(values: Record<string, string>): Promise<string> {
    const body = new URLSearchParams({ Version: "2010-05-08", ...values }).toString();
    const type = "application/x-www-form-urlencoded; charset=utf-8";
    const answer = await call(anyKey, { service: "iam", method: "POST", path: "/", body, type });
    const text = await answer.text();
    expect(answer.status, text).toBe(200);
    return text;
  }

  async function keyWith(name: string, actions: string[]): Promise<Key> {
    await iam({ Action: "CreateUser", UserName: name });
    const policy = {
      Version: "2012-10-17",
      Statement: [{ Effect: "Allow", Action: actions, Resource: "*" }],
    };
    await iam({
      ...{ Action: "PutUserPolicy", UserName: name, PolicyName: "files" },
      PolicyDocument: JSON.stringify(policy),
    });
    const made = await iam({ Action: "CreateAccessKey", UserName: name });
    const [id, secret] = ["AccessKeyId", "SecretAccessKey"].map(
      (field) => new RegExp(`<${field}>([^<]+)`).exec(made)?.[1] ?? "",
    );
    return { id: id!, secret: secret! };
  }

  const isUp = () =>
    fetch(`http://${host}/moto-api/`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error("moto_server has ended.");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const [cairn, reader, powerless] = [
    await keyWith("cairn", ["s3:PutObject", "s3:DeleteObject", "s3:AbortMultipartUpload"]),
    await keyWith("reader", ["s3:*"]),
    await keyWith("powerless", ["s3:ListBucket"]),
  ];
  const xml = `<CreateBucketConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><LocationConstraint>${region}</LocationConstraint></CreateBucketConfiguration>`;
  const made = await call(reader, { service: "s3", method: "PUT", path: `/${bucket}`, body: xml });
  expect(made.status).toBe(200);
  const check = async (checks: boolean) => {
    await fetch(`http://${host}/moto-api/reset-auth`, { method: "POST", body: checks ? "0" : "inf" });
  };
  await check(true);

  const place = (key: Key) => ({ endpoint: `http://${host}`, region, bucket, access_key_id: key.id });
  return {
    host,
    place: place(cairn),
    secrets: { secret_access_key: cairn.secret },
    powerless: { place: place(powerless), secrets: { secret_access_key: powerless.secret } },
    /**
     * Moto 5.2 unescapes "=", "+" and other letters before it checks a signature, so it rejects names with them from
     * Amazon's own client, too. Such names need the check turned off.
     */
    check,
    /** The names of all objects. */
    async names(): Promise<string[]> {
      const answer = await call(reader, { service: "s3", method: "GET", path: `/${bucket}?list-type=2` });
      const text = await answer.text();
      return [...text.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, name]) => name!);
    },
    /** The uploads in parts that are neither complete nor aborted. */
    async uploads(): Promise<number> {
      const answer = await call(reader, { service: "s3", method: "GET", path: `/${bucket}?uploads` });
      return [...(await answer.text()).matchAll(/<UploadId>/g)].length;
    },
    async read(name: string): Promise<Buffer> {
      const path = `/${bucket}/${name.split("/").map(encodeURIComponent).join("/")}`;
      const answer = await call(reader, { service: "s3", method: "GET", path });
      expect(answer.status, name).toBe(200);
      return Buffer.from(await answer.arrayBuffer());
    },
    async end() {
      const ended = new Promise((done) => child.once("exit", done));
      child.kill("SIGKILL");
      await ended;
    },
  };
}
