import { z } from "zod";

/** What an endpoint answers: a value, which two small adapters turn into bytes. */
export type Reply = {
  status: number;
  headers: Record<string, string>;
  /** Values of `Set-Cookie`, the one header that may stand several times. */
  cookies?: string[];
  body: string | Uint8Array | null;
};

export function json(status: number, value: unknown, headers: Record<string, string> = {}): Reply {
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store", ...headers },
    body: JSON.stringify(value),
  };
}

/** `{msg, status, data}`: the form of every answer that the interface does not draw differently. */
export function envelope(
  status: number,
  msg: string,
  data: unknown,
  headers?: Record<string, string>,
): Reply {
  return json(status, { msg, status, data }, headers);
}

export const ok = (msg: string, data: unknown) => envelope(200, msg, data);
export const created = (msg: string, data: unknown) => envelope(201, msg, data);
export const noContent = (): Reply => ({ status: 204, headers: { "cache-control": "no-store" }, body: null });

/** A file; its name holds nothing but letters, digits, dots, hyphens and underscores. */
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

/** The answer of calls that only say that they did it: the sentence, and the same in `data.message`. */
export const done = (msg: string, message = msg) => envelope(200, msg, { message });

export const doneAnswer = (msg: string, ...others: string[]) => ({
  msg,
  data: z.object({ message: z.enum([msg, ...others] as [string, ...string[]]) }),
});

/** Web pages of any origin may read the answer, and when to come again. */
export function withCors(reply: Reply): Reply {
  reply.headers["access-control-allow-origin"] = "*";
  reply.headers["access-control-expose-headers"] = "retry-after, x-request-id";
  return reply;
}
