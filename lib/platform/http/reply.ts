import { z } from "zod";

/** An endpoint's answer as a value, which two small adapters turn into bytes. */
export type Reply = {
  status: number;
  headers: Record<string, string>;
  /** Values of `Set-Cookie`, the only header that may occur several times. */
  cookies?: string[];
  body: string | Uint8Array | null;
};

export function json(status: number, value: unknown, headers: Record<string, string> = {}): Reply {
  return jsonText(status, JSON.stringify(value), headers);
}

const jsonText = (status: number, body: string, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store", ...headers },
  body,
});

export const ndjsonType = "application/x-ndjson";

/** One JSON value in each line. */
export const ndjson = (lines: readonly unknown[], headers: Record<string, string>): Reply => ({
  status: 200,
  headers: { "content-type": ndjsonType, "cache-control": "no-store", ...headers },
  body: lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
});

/** `ok` with data that is JSON already. */
export const okJson = (msg: string, data: string) =>
  jsonText(200, `{"msg":${JSON.stringify(msg)},"status":200,"data":${data}}`);

/** `{msg, status, data}`: the form of every answer for which the interface defines no other form. */
export function envelope(
  status: number,
  msg: string,
  data: unknown,
  headers?: Record<string, string>,
): Reply {
  return json(status, { msg, status, data }, headers);
}

export const ok = (msg: string, data: unknown) => envelope(200, msg, data);
export const createdReply = (msg: string, data: unknown) => envelope(201, msg, data);
export const noContent = (): Reply => ({ status: 204, headers: { "cache-control": "no-store" }, body: null });

/** A file; its name contains only letters, digits, dots, hyphens and underscores. */
export const download = (
  type: string,
  name: string,
  body: string | Uint8Array,
  as: "attachment" | "inline" = "attachment",
): Reply => ({
  status: 200,
  headers: {
    "content-type": type,
    "content-disposition": `${as}; filename="${name}"`,
    "cache-control": "no-store",
  },
  body,
});

/** The declared response of a route with a CSV file. */
export const csvResponse = { description: "RFC 4180, UTF-8." };

/** The rows of a project as a file that is named after both. */
export const projectCsvReply = (project: { slug: string }, rows: string, text: string): Reply =>
  download("text/csv; charset=utf-8", `${project.slug}-${rows}.csv`, text);

/** The answer of calls that return only a confirmation: the sentence, also in `data.message`. */
export const confirmed = (msg: string, message = msg) => envelope(200, msg, { message });

export const confirmationAnswer = (msg: string, ...others: string[]) => ({
  msg,
  data: z.object({ message: z.enum([msg, ...others] as [string, ...string[]]) }),
});

/** Carries the code of an error, on every endpoint. */
export const errorHeader = "cairn-error";

/** `false` if a call succeeded but its data was discarded, as the contract requires before `trigger`. */
export const storedHeader = "cairn-stored";

/** Marks a successful answer whose data was discarded. */
export function discarded(reply: Reply): Reply {
  reply.headers[storedHeader] = "false";
  return reply;
}

/** The headers of an answer that scripts of other origins may read. */
export const exposedHeaders = `retry-after, x-request-id, ${errorHeader}, ${storedHeader}`;

/** Lets web pages of any origin read the answer. */
export function withCors(reply: Reply): Reply {
  reply.headers["access-control-allow-origin"] = "*";
  reply.headers["access-control-expose-headers"] = exposedHeaders;
  return reply;
}
