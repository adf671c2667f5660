/** The parameters of a call from a network's server: from its query, and from a form or JSON in its body. */
import { Refusal } from "@/lib/base/refusal";
import type { LinkRequest } from "@/lib/traffic/visits/request";

const maxBytes = 16 * 1024;

export type ServerParameters = {
  query: URLSearchParams;
  /** The text that a signature covers: the query without `signature`, and the body, each as sent. */
  signedText: string;
};

type Problem = { status: 400 | 413 | 415; message: string };

export async function readServerParameters(request: LinkRequest): Promise<ServerParameters | Problem> {
  const query = new URLSearchParams(request.rawQuery);
  const signedQuery = request.rawQuery
    .split("&")
    .filter((pair) => !/^signature(=|$)/.test(pair))
    .join("&");
  const body = request.method === "POST" ? await bodyOf(request) : "";
  if (typeof body !== "string") return body;
  if (body === "") return { query, signedText: signedQuery };
  const sent = /^application\/json\b/i.test(request.header("content-type") ?? "")
    ? jsonPairs(body)
    : [...new URLSearchParams(body)];
  if ("status" in sent) return sent;
  for (const [name, value] of sent) query.append(name, value);
  return { query, signedText: `${signedQuery}\n${body}` };
}

const acceptedTypes = /^application\/(json|x-www-form-urlencoded)\b/i;

async function bodyOf({ header, bytes }: LinkRequest): Promise<string | Problem> {
  const isEmpty = header("transfer-encoding") === null && Number(header("content-length") ?? 0) === 0;
  if (isEmpty || bytes === undefined) return "";
  if (!acceptedTypes.test(header("content-type") ?? ""))
    return { status: 415, message: "Send the parameters in the query, as a form or as JSON." };
  try {
    return new TextDecoder().decode(await bytes(maxBytes));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: error.code === "body_too_large" ? 413 : 415, message: error.message };
  }
}

function jsonPairs(body: string): [string, string][] | Problem {
  const wrong = (message: string): Problem => ({ status: 400, message });
  let read: unknown;
  try {
    read = JSON.parse(body);
  } catch {
    return wrong("The body is not valid JSON.");
  }
  if (typeof read !== "object" || read === null || Array.isArray(read))
    return wrong("The body must be a JSON object.");
  const pairs = Object.entries(read).filter(([, value]) => value !== null);
  const nested = pairs.find(([, value]) => typeof value === "object");
  if (nested) return wrong(`${nested[0].slice(0, 64)} must be text, a number, true or false.`);
  return pairs.map(([name, value]) => [name, String(value)]);
}
