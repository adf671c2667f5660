/** A refusal of the server in its own words; `fields` says which input it is about. */
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

type Envelope = { msg?: string; data?: unknown; errors?: Record<string, string> };

type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/** `path` begins after `/api/dashboard`. */
export async function call<Data>(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Data> {
  let response: Response;
  try {
    response = await fetch(`/api/dashboard${path}`, {
      method,
      signal: signal ?? null,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
      redirect: "error",
    });
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    throw new ApiError(0, "The server cannot be reached. Check the connection and try again.");
  }
  if (response.status === 204) return null as Data;
  const envelope = (await response.json().catch(() => null)) as Envelope | null;
  if (!response.ok) throw refusalOf(response, envelope);
  return envelope?.data as Data;
}

/** Sends a file as it is. */
export async function sendFile<Data>(path: string, file: File): Promise<Data> {
  let response: Response;
  try {
    response = await fetch(`/api/dashboard${path}`, {
      method: "POST",
      headers: { "content-type": "application/octet-stream" },
      body: file,
      redirect: "error",
    });
  } catch {
    throw new ApiError(0, "The file could not be sent. Check the connection and try again.");
  }
  const envelope = (await response.json().catch(() => null)) as Envelope | null;
  if (!response.ok) throw refusalOf(response, envelope);
  return envelope?.data as Data;
}

function refusalOf(response: Response, envelope: Envelope | null): ApiError {
  const { status } = response;
  if (status === 401 && !envelope?.errors) {
    return new ApiError(status, "You are signed out. Sign in again in another tab, then repeat this here.");
  }
  const id = response.headers.get("x-request-id");
  const fallback = `The server could not do this (${status}).`;
  const message = (envelope?.msg ?? fallback) + (status >= 500 && id ? ` Request ${id}.` : "");
  return new ApiError(status, message, envelope?.errors, envelope?.data);
}
