/** Accepts every event like the Measurement Protocol; its validation server explains what is wrong. */
import { type FakeRequest, type FakeResponse, parsedJson } from "@/testing/networks/fake";

type Fields = Record<string, unknown>;

/** `isStrict`: explains problems for calls that the service itself accepts in silence. */
export const googleAnalyticsService =
  ({ isStrict, now }: { isStrict: boolean; now: Date }) =>
  ({ method, url, body }: FakeRequest): FakeResponse => {
    const isValidation = url.pathname === "/debug/mp/collect";
    if (method !== "POST" || (url.pathname !== "/mp/collect" && !isValidation))
      return { status: 404, body: "Not found" };
    if (!isValidation && !isStrict) return { status: 204, body: "" };
    const problems = complaints((parsedJson(body) ?? {}) as Fields, url.searchParams, now);
    if (problems.length === 0 && !isValidation) return { status: 204, body: "" };
    return {
      status: 200,
      body: {
        validationMessages: problems.map(([fieldPath, description]) => ({
          fieldPath,
          description,
          validationCode: "VALUE_INVALID",
        })),
      },
    };
  };

function complaints(payload: Fields, query: URLSearchParams, now: Date): [field: string, why: string][] {
  const isApp = query.has("firebase_app_id");
  const id = isApp ? "app_instance_id" : "client_id";
  const events = (payload.events ?? []) as { name: string; params: Fields }[];
  const properties = (payload.user_properties ?? {}) as Record<string, { value?: unknown }>;
  const age = now.getTime() - Number(payload.timestamp_micros) / 1_000;
  const isId = isApp ? /^[0-9a-fA-F]{32}$/ : /^.+$/;
  const found: [string, string, boolean][] = [
    ["api_secret", "is missing", !query.get("api_secret")],
    [id, "is invalid", !isId.test(String(payload[id] ?? ""))],
    ["timestamp_micros", "must be within 72 hours", !(age > -60_000 && age < 72 * 3_600_000)],
    ["events", "must have 1 to 25 events", events.length === 0 || events.length > 25],
    ["user_properties", "has more than 25", Object.keys(properties).length > 25],
    ["user_properties", "has a name of more than 24 characters", isLong(Object.keys(properties), 24)],
    [
      "user_properties",
      "has a value of more than 36 characters",
      isLong(
        Object.values(properties).map(({ value }) => String(value)),
        36,
      ),
    ],
    ["events.name", "is invalid", events.some(({ name }) => !/^[A-Za-z]\w{0,39}$/.test(name))],
    ["events.name", "is reserved", events.some(({ name }) => name === "session_start")],
    ["events.params", "has more than 25", events.some(({ params }) => Object.keys(params).length > 25)],
    [
      "events.params",
      "has a value of more than 100 characters",
      events.some(({ params }) => isLong(Object.values(params).map(String), 100)),
    ],
  ];
  return found.flatMap(([field, why, isWrong]) => (isWrong ? [[field, why] as [string, string]] : []));
}

const isLong = (texts: string[], max: number) => texts.some((text) => text.length > max);
