/** What differs between kinds of destinations. Everything here is pure; what sends is in `send/`. */
import type { z } from "zod";
import type { Fact, FactDecision, FactKind } from "@/lib/outbound/mapping/fact";
import type { OutboundRule, Value } from "@/lib/outbound/mapping/rule";

/** Everything a rendering may look at. */
export type Rendering<Settings> = {
  fact: Fact;
  rule: OutboundRule;
  value: Value | null;
  settings: Settings;
};

export type RenderedPayload = {
  /** The payload of this event, without secrets; each event of a batch has its own. */
  payload: Record<string, unknown>;
  /** Which identifiers are in it: `email`, `phone`, `advertising_id`, `vendor_id`, `click_id`, `install_referrer` … */
  identifiers: string[];
  /** Which parts of the payload are hashes (`user_data.em.0`), and of what: shown beside them to admins. */
  hashed: { at: string; of: "email" | "phone" | "advertising_id" | "user_id" }[];
};

/** Why an event can't be sent to this destination at all. */
export type Unfit = { unfit: "no_identifier" | "unsupported" | "not_attributed_here"; why: string };

export type Outgoing = {
  method: "GET" | "POST";
  url: string;
  headers: Record<string, string>;
  body: string | null;
};

export type HttpAnswer = { status: number; headers: Record<string, string>; body: string; at: Date };

/**
 * What an answer means. `split`: the batch was refused because of one of its rows, which is found by halving it. `pause`:
 * the destination itself is at fault (credentials, a removed endpoint), so nothing is sent to it until somebody looks.
 */
export type RequestState = "pending" | "accepted" | "partly_refused" | "refused";

/** What came of a part of an accepted request: how many conversions were refused, and why. */
export type RequestOutcome = {
  part: string;
  state: RequestState;
  records: number | null;
  errors: { reason: string; count: number }[];
};

export type DeliveryVerdict =
  | { is: "sent"; code: string | null; request?: string }
  | { is: "retry"; code: string | null; why: string; afterMs: number | null }
  | { is: "dead"; code: string | null; why: string }
  | { is: "split"; code: string | null; why: string }
  | { is: "pause"; code: string | null; why: string };

export type DestinationConfig<Settings, Secrets> = {
  settings: Settings;
  secrets: Secrets;
  /** What `token` of the kind exchanged the secrets for; empty for kinds without one. */
  token: string;
  /** The network's address without a slash at the end; empty for those that have their own in the settings. */
  base: string;
  /** Where the secrets are exchanged for a token; empty for kinds without one. */
  tokenUrl: string;
};

/** One row of a request: its payload, and the id by which a receiver recognizes it when it comes again. */
export type Outbound = {
  uid: string;
  deliveryId: string;
  payload: Record<string, unknown>;
  /** The payload as JSON, byte for byte as it is kept. */
  text: string;
};

export type DestinationKind<Settings = unknown, Secrets = unknown> = {
  code: string;
  label: string;
  group: "network" | "affiliate" | "webhook";
  /** One sentence for members who choose it. */
  about: string;
  /** The code of the network in lib/campaigns/networks whose conversions are its own. */
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
    /** A switch, one of these, or text of several lines (default: one line). */
    options?: readonly string[] | "switch" | "text";
  }[];
  takes: readonly FactKind[];
  /** The possible correction of a sent conversion whose install was attributed again. */
  corrections?: {
    /** A conversion sent again with the same ID replaces itself; at other destinations it counts again under a new ID. */
    keepsId: boolean;
    /** Under these settings and rules something may have to be taken back. */
    applies(settings: Settings, rules: readonly OutboundRule[]): boolean;
    /** A sentence: what is sent then, or why nothing is. */
    describe(applies: boolean): string;
  };
  /** The source of its conversions, if its network does not determine it. */
  owns?(decision: FactDecision, settings: Settings): boolean;
  /** The mapping that it begins with. */
  suggested: readonly OutboundRule[];
  /** The events that the network itself knows; others are custom ones. */
  knownEvents: readonly string[];
  /** What a rule sends, where that is no event's name: its label in the form, and what it has to look like. */
  sends?: { label: string; hint: string; form: RegExp; wrong: string };
  /** Problems of settings and secrets together, checked before they are stored; `field` is one of them. */
  complaint?(settings: Settings, secrets: Secrets): { field: string; message: string } | null;
  /** The conversion number of a rule, if the network uses numbers. */
  conversionOf?(sends: string, settings: Settings): string;
  /** So many of these kinds a day, for destinations with such a limit. */
  dailyCap?(settings: Settings): { most: number; counts: readonly FactKind[] } | null;
  /** So many go in one call; each of a webhook goes alone. */
  maxRows: number;
  maxAgeDays: number | null;
  /** What a user has to allow: networks get data for advertising, a customer's own server receives it for their own use. */
  needsUserData: boolean;
  /** Inside the European Economic Area, nothing is sent without consent to personalized ads, either. */
  needsPersonalization: boolean;
  /** Nothing is sent where tracking is forbidden on the device; others leave the advertising id out. */
  needsTracking: boolean;
  render(rendering: Rendering<Settings>): RenderedPayload | Unfit;
  request(rows: Outbound[], destination: DestinationConfig<Settings, Secrets>, now: Date): Outgoing;
  /** One verdict for all rows, or one for each in their order. */
  read(answer: HttpAnswer, rows: number): DeliveryVerdict | DeliveryVerdict[];
  /** For networks whose calls take a token of short life: how the secrets are exchanged for one. */
  token?: {
    /** The default address of the exchange. */
    url: string;
    request(destination: DestinationConfig<Settings, Secrets>, now: Date): Outgoing;
    read(answer: HttpAnswer): { token: string; lifeMs: number } | DeliveryVerdict;
  };
  /** For networks that go on checking what they accepted: how they are asked what came of it. */
  afterwards?: {
    /** The part of a request that a payload belongs to. */
    partOf(payload: Record<string, unknown>): string;
    request(id: string, destination: DestinationConfig<Settings, Secrets>, now: Date): Outgoing;
    read(answer: HttpAnswer): RequestOutcome[] | DeliveryVerdict;
  };
  /** A call that stores nothing there and tells whether the credentials and payload are accepted, where there is one. */
  check?(rows: Outbound[], destination: DestinationConfig<Settings, Secrets>, now: Date): Outgoing;
};

/** Keeps the types of one kind's settings and secrets together, and lets them be kept in one table. */
export const defineKind = <Settings, Secrets>(kind: DestinationKind<Settings, Secrets>): DestinationKind =>
  kind as unknown as DestinationKind;

/** What statuses mean everywhere; kinds look at the words of their network before. */
export function readStatus({ status, headers, body, at }: HttpAnswer): DeliveryVerdict {
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
