/** Defines the differences between kinds of destinations. Pure; calls are in `send/`. */
import type { z } from "zod";
import type { Fact, FactDecision, FactKind } from "@/lib/outbound/mapping/fact";
import type { OutboundRule, SentValue } from "@/lib/outbound/mapping/rule";

/** The input of a rendering. */
export type Rendering<Settings> = {
  fact: Fact;
  rule: OutboundRule;
  value: SentValue | null;
  settings: Settings;
};

export type RenderedPayload = {
  /** The payload of this event, without secrets; each event of a batch has its own. */
  payload: Record<string, unknown>;
  /** The included identifiers: `email`, `phone`, `advertising_id`, `vendor_id`, `click_id`, `install_referrer` … */
  identifiers: string[];
  /** The hashed parts of the payload (`user_data.em.0`) with their sources: shown to admins. */
  hashed: { at: string; of: "email" | "phone" | "advertising_id" | "user_id" }[];
};

/** Why an event can't be sent to this destination at all. */
export type UnsendableReason = {
  unfit: "no_identifier" | "unsupported" | "not_attributed_here";
  why: string;
};

export type OutgoingRequest = {
  method: "GET" | "POST" | "DELETE";
  url: string;
  headers: Record<string, string>;
  body: string | null;
};

export type HttpAnswer = { status: number; headers: Record<string, string>; body: string; at: Date };

/**
 * The meaning of a response. `split`: one row caused the rejection of the batch, and halving finds it. `pause`: the
 * destination has a problem, such as invalid credentials, so sending stops until a member resumes it.
 */
export type RequestState = "pending" | "accepted" | "partly_refused" | "refused";

/** The result of one part of an accepted request: the number of rejected conversions, and why. */
export type RequestOutcome = {
  part: string;
  state: RequestState;
  records: number | null;
  errors: { reason: string; count: number }[];
};

export type DeliveryVerdict =
  /** `claim`: the network claims the install as its own, with these details. */
  | { is: "sent"; code: string | null; request?: string; claim?: Record<string, unknown> }
  | { is: "retry"; code: string | null; why: string; afterMs: number | null }
  | { is: "dead"; code: string | null; why: string }
  | { is: "split"; code: string | null; why: string }
  | { is: "pause"; code: string | null; why: string };

export type DestinationConfig<Settings, Secrets> = {
  settings: Settings;
  secrets: Secrets;
  /** The access token from the exchange of secrets; empty for kinds without one. */
  token: string;
  /** The network's base URL without a trailing slash; empty for kinds with their own URL in the settings. */
  base: string;
  /** The URL of the token exchange; empty for kinds without one. */
  tokenUrl: string;
};

/** One row of a request: its payload, and the ID by which a receiver recognizes repeats. */
export type OutboundRow = {
  uid: string;
  deliveryId: string;
  payload: Record<string, unknown>;
  /** The payload as JSON, byte for byte as stored. */
  text: string;
};

export type DestinationKind<Settings = unknown, Secrets = unknown> = {
  code: string;
  label: string;
  group: "network" | "analytics" | "affiliate" | "webhook";
  /** One sentence for members who choose a destination. */
  about: string;
  /** The network code from lib/campaigns/networks whose conversions are its own. */
  network: string | null;
  base: string;
  settings: z.ZodType<Settings>;
  secrets: z.ZodType<Secrets>;
  /** Fields of the form, in order; secrets are written and never shown. */
  fields: readonly {
    name: string;
    label: string;
    hint?: string;
    secret?: boolean;
    optional?: boolean;
    /** A list of options, a switch, or text of several lines (default: one line). */
    options?: readonly string[] | "switch" | "text";
  }[];
  accepts: readonly FactKind[];
  /** The possible correction of a sent conversion whose install was attributed again. */
  corrections?: {
    /** A conversion sent again with the same ID replaces itself; at other destinations it counts again under a new ID. */
    keepsId: boolean;
    /** True if these settings and rules can lead to corrections. */
    applies(settings: Settings, rules: readonly OutboundRule[]): boolean;
    /** A sentence about the sent correction, or why there is none. */
    describe(applies: boolean): string;
  };
  /** The source of its conversions, if its network does not determine it. */
  owns?(decision: FactDecision, settings: Settings): boolean;
  /** The default mapping. */
  suggested: readonly OutboundRule[];
  /** The network's standard events; all others are custom events. */
  knownEvents: readonly string[];
  /** The one of them for all other events, if the network rejects names of its customers. */
  otherEvent?: string;
  /** The value that a rule sends if it is not an event name: its label in the form, and its format. */
  sends?: { label: string; hint: string; form: RegExp; wrong: string };
  /** Problems of settings and secrets together, checked before they are stored; `field` is one of them. */
  complaint?(settings: Settings, secrets: Secrets): { field: string; message: string } | null;
  /** The conversion number of a rule, if the network uses numbers. */
  conversionOf?(sends: string, settings: Settings): string;
  /** The daily limit for these kinds, if the destination has one. */
  dailyCap?(settings: Settings): { most: number; counts: readonly FactKind[] } | null;
  /** The most rows per call; a webhook's rows are sent one by one. */
  maxRows: number;
  maxAgeDays: number | null;
  /** Requires the user's consent: networks use the data for advertising, a customer's server for its own purposes. */
  needsUserData: boolean;
  /** Requires consent to personalized ads inside the European Economic Area. */
  needsPersonalization: boolean;
  /** Sends no event if tracking is denied on the device; other kinds only omit the advertising ID. */
  needsTracking: boolean;
  /** Sends no event of users who opted out under the law of a US state, because its API has no field for it. */
  needsNoOptOut: boolean;
  render(rendering: Rendering<Settings>): RenderedPayload | UnsendableReason;
  request(rows: OutboundRow[], destination: DestinationConfig<Settings, Secrets>, now: Date): OutgoingRequest;
  /** One verdict for all rows, or one for each in their order. `sent` is for responses that only repeat rejected rows. */
  read(answer: HttpAnswer, rows: number, sent?: readonly OutboundRow[]): DeliveryVerdict | DeliveryVerdict[];
  /** For networks with short-lived access tokens: how the secrets are exchanged for one. */
  token?: {
    /** The default address of the exchange. */
    url: string;
    request(destination: DestinationConfig<Settings, Secrets>, now: Date): OutgoingRequest;
    read(answer: HttpAnswer): { token: string; lifeMs: number } | DeliveryVerdict;
  };
  /** For networks that validate accepted requests later: how their status is polled. */
  afterwards?: {
    /** The part of a request that a payload belongs to. */
    partOf(payload: Record<string, unknown>): string;
    request(id: string, destination: DestinationConfig<Settings, Secrets>, now: Date): OutgoingRequest;
    read(answer: HttpAnswer): RequestOutcome[] | DeliveryVerdict;
  };
  /** An optional call that validates credentials and payload without storing data. */
  check?(rows: OutboundRow[], destination: DestinationConfig<Settings, Secrets>, now: Date): OutgoingRequest;
};

/** Ties the types of a kind's settings and secrets together, so that all kinds fit into one table. */
export const defineKind = <Settings, Secrets>(kind: DestinationKind<Settings, Secrets>): DestinationKind =>
  kind as unknown as DestinationKind;

/** The regional address, unless the operator replaced the default one. */
export const regionalAddress = (base: string, defaultBase: string, regional: string) =>
  base === defaultBase ? regional : base;

/** The general meaning of statuses; kinds check their network's own errors first. */
export function verdictOfStatus({ status, headers, body, at }: HttpAnswer): DeliveryVerdict {
  const why = `${status}${body ? `: ${body.slice(0, 300)}` : ""}`;
  const code = String(status);
  if (status >= 200 && status < 300) return { is: "sent", code };
  if (status === 408 || status === 425 || status === 429 || status >= 500)
    return { is: "retry", code, why, afterMs: retryAfterOf(headers, at) };
  if (status === 401 || status === 403) return { is: "pause", code, why };
  return { is: "dead", code, why };
}

/** `Retry-After` in seconds or as a date, at most a day. */
function retryAfterOf(headers: Record<string, string>, at: Date): number | null {
  const header = headers["retry-after"];
  if (!header) return null;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header) - at.getTime();
  return Number.isFinite(ms) && ms >= 0 ? Math.min(ms, 86_400_000) : null;
}
