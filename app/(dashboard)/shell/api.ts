import type { DashboardRoutes } from "@/app/api/dashboard/routes";
import { t, translated } from "@/lib/base/languages/texts";
import { signedOut, unreachable } from "./request-state";

/**
 * The screens' API client. Paths, parameters, queries, bodies and responses have the types of the tables in
 * app/api/dashboard, so unknown ones do not compile.
 */
type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
type Path = keyof DashboardRoutes;

type Types<P extends Path> = {
  [M in Method & keyof DashboardRoutes[P]]: DashboardRoutes[P][M] extends { readonly types?: infer T }
    ? NonNullable<T>
    : never;
};
type Part<P extends Path, M, Name extends "query" | "body" | "data"> = P extends Path
  ? M extends keyof Types<P>
    ? Types<P>[M] extends Record<Name, infer Value>
      ? Value
      : never
    : never
  : never;

/** The paths with an endpoint for a method. */
export type PathOf<M extends Method> = { [P in Path]: M extends keyof DashboardRoutes[P] ? P : never }[Path];
/** The paths that return a file for a list. */
export type ExportPath = Extract<Path, `${string}/export.csv`>;
export type ResponseOf<P extends Path, M extends Method = "GET"> = Part<P, M, "data">;
/** The query of a GET path, as the caller writes it. */
export type QueryOf<P extends Path> = Part<P, "GET", "query">;
export type BodyOf<P extends Path, M extends Method> = Part<P, M, "body">;

type NamesIn<P extends string> = P extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer After}`
    ? Name | NamesIn<`/${After}`>
    : Rest
  : never;
type Parameters<P extends string> = [NamesIn<P>] extends [never]
  ? []
  : [parameters: { [Name in NamesIn<P>]: string | number }];

/** The names of a query. In a URL all values are text. */
type Query<P extends Path> =
  Part<P, Method, "query"> extends infer Q
    ? Q extends object
      ? { [Name in keyof Q]: string | number }
      : never
    : never;
/** An unknown name has the type `never`, so that a misspelt one does not compile. */
type Known<Q, P extends Path> = { [Name in keyof Q]: Name extends keyof Query<P> ? unknown : never };

declare const query: unique symbol;
declare const extended: unique symbol;

export type ApiRequest<P extends Path> = string & { readonly [query]: P };
/** The URL of one path with its parameters filled in. It can be requested itself, and extended to others. */
export type ApiAddress<P extends Path> = ApiRequest<P> & { readonly [extended]: P };

type Below<P extends Path> = Path extends infer Each
  ? Each extends `${P}/${infer Rest}`
    ? `/${Rest}`
    : never
  : never;

const fill = (path: string, parameters: Record<string, string | number> = {}) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ""));

export function at<P extends Path>(path: P, ...[parameters]: Parameters<P>): ApiAddress<P> {
  return fill(path, parameters) as ApiAddress<P>;
}

export function child<P extends Path, Rest extends Below<P>>(
  address: ApiAddress<P>,
  rest: Rest,
  ...[parameters]: Parameters<Rest>
): ApiAddress<Extract<Path, `${P}${Rest}`>> {
  return (address + fill(rest, parameters)) as ApiAddress<Extract<Path, `${P}${Rest}`>>;
}

/** The same URL with a query, or with further parameters. Undefined values are left out. */
export function withQuery<P extends Path, Q extends object>(
  question: ApiRequest<P>,
  query: Q & Query<P> & Known<Q, P>,
): ApiRequest<P> {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) text.append(name, String(value));
  return `${question}${question.includes("?") ? "&" : "?"}${text}` as ApiRequest<P>;
}

/** The URL for links and images, which the browser requests itself. */
export const urlOf = (question: ApiRequest<PathOf<"GET">>): string => `/api/dashboard${question}`;

/** The server's error with its own message; `fields` names the inputs concerned. */
export class ApiError extends Error {
  readonly status: number;
  readonly fields: Record<string, string>;
  readonly data: unknown;

  constructor(status: number, message: string, fields: Record<string, string> = {}, data: unknown = null) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.fields = fields;
    this.data = data;
  }
}

export async function get<P extends PathOf<"GET">>(
  question: ApiRequest<P>,
  signal?: AbortSignal,
): Promise<ResponseOf<P>> {
  return (await request("GET", question, { signal: signal ?? null })) as ResponseOf<P>;
}

export async function mutate<M extends Exclude<Method, "GET">, P extends PathOf<M>>(
  method: M,
  question: ApiRequest<P>,
  ...[body, signal]: BodyOf<P, M> extends undefined
    ? [body?: undefined, signal?: AbortSignal]
    : [body: BodyOf<P, M>, signal?: AbortSignal]
): Promise<ResponseOf<P, M>> {
  const json = body !== undefined && {
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  return (await request(method, question, { ...json, signal: signal ?? null })) as ResponseOf<P, M>;
}

/** Sends a file unchanged. */
export async function sendFile<P extends PathOf<"POST">>(
  question: ApiRequest<P>,
  file: File,
): Promise<ResponseOf<P, "POST">> {
  const headers = { "content-type": "application/octet-stream" };
  const failed = t("Couldn't upload the file. Check your connection and try again.");
  return (await request("POST", question, { headers, body: file }, failed)) as ResponseOf<P, "POST">;
}

type Envelope = { msg?: string; data?: unknown; errors?: Record<string, string> };

async function request(
  method: Method,
  path: string,
  init: RequestInit,
  failed = t("Can't reach the server. Check your connection and try again."),
): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(`/api/dashboard${path}`, { ...init, method, redirect: "error" });
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    unreachable.set(true);
    throw new ApiError(0, failed);
  }
  unreachable.set(false);
  if (response.status === 204) return null;
  const envelope = (await response.json().catch(() => null)) as Envelope | null;
  if (!response.ok) throw refusalOf(response, envelope);
  return envelope?.data;
}

function refusalOf(response: Response, envelope: Envelope | null): ApiError {
  const { status } = response;
  if (status === 401 && !envelope?.errors) {
    signedOut.set(true);
    return new ApiError(status, t("You're signed out. Sign in again, then retry."));
  }
  const id = response.headers.get("x-request-id");
  const fallback = t("Something went wrong on the server ({status}).", { status });
  const message =
    translated(envelope?.msg ?? fallback) + (status >= 500 && id ? ` ${t("Request {id}.", { id })}` : "");
  const fields = Object.entries(envelope?.errors ?? {}).map(([name, text]) => [name, translated(text)]);
  return new ApiError(status, message, Object.fromEntries(fields), envelope?.data);
}
