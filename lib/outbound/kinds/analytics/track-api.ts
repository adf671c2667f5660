/** The batch format that Segment and RudderStack share: a `track` message, and `identify` when the attribution is new. */
import { z } from "zod";
import {
  basicAuth,
  eventData,
  halved,
  installIds,
  readService,
} from "@/lib/outbound/kinds/analytics/define-analytics";
import {
  eventPropertiesOf,
  identifiersOf,
  identityOf,
  platformName,
  userPropertiesOf,
} from "@/lib/outbound/kinds/analytics/person";
import type { DeliveryVerdict, HttpAnswer, Outbound, Outgoing, Rendering } from "@/lib/outbound/mapping/kind";
import { given, jsonHeaders, rendered, responseBody, sentEventName } from "@/lib/outbound/mapping/payload";
import { textIn } from "@/lib/spend/pull/rows";

export const trackSettings = z.object({ event_data: eventData, install_ids: installIds });
type Settings = z.output<typeof trackSettings>;

/** These facts change what the service knows about a user. */
const identifies = ["install", "organic", "reattributed", "signup"];

/** `name` is the service's anonymous ID in the app's call. */
export const renderTrack = (name: string) => (rendering: Rendering<Settings>) => {
  const { fact, rule, settings } = rendering;
  const identity = identityOf(fact, name, settings.install_ids);
  if ("unfit" in identity) return identity;
  const common = given({
    userId: identity.user,
    anonymousId: identity.device,
    timestamp: fact.at.toISOString(),
    context: {
      library: { name: "cairn" },
      ...given({
        os: given({ name: platformName(fact) }),
        app: given({ version: fact.install?.appVersion }),
      }),
    },
  });
  const traits = userPropertiesOf(fact);
  const isIdentified = identifies.includes(fact.kind) && Object.keys(traits).length > 0;
  const messages = [
    ...(isIdentified ? [{ type: "identify", messageId: `${fact.uid}:identify`, ...common, traits }] : []),
    {
      type: "track",
      messageId: fact.uid,
      ...common,
      event: sentEventName({ rule, fact }),
      properties: eventPropertiesOf(rendering),
    },
  ];
  return rendered({ messages }, identifiersOf(identity));
};

export const trackRequest = (url: string, writeKey: string, rows: readonly Outbound[]): Outgoing => ({
  method: "POST",
  url: `${url}/v1/batch`,
  headers: { ...jsonHeaders, authorization: basicAuth(writeKey, "") },
  body: JSON.stringify({ batch: rows.flatMap(({ payload }) => payload.messages) }),
});

/** Both reject a whole call that is too large or not readable. */
export const readTrack =
  (advice: string) =>
  (answer: HttpAnswer, rows: number): DeliveryVerdict => {
    const { message, error } = responseBody(answer);
    const verdict = readService(answer, {
      words: textIn(message) || textIn(error) || answer.body.trim(),
      advice,
    });
    return halved(verdict, answer, rows);
  };
