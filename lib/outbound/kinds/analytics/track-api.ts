/** The batch format that Segment and RudderStack share: a `track` message, and `identify` when the attribution is new. */
import { z } from "zod";
import {
  basicAuth,
  eventData,
  halveRejectedCall,
  installIds,
  readServiceAnswer,
} from "@/lib/outbound/kinds/analytics/define-analytics";
import {
  eventPropertiesOf,
  platformName,
  sentIdentifiersOf,
  serviceIdentityOf,
  userPropertiesOf,
} from "@/lib/outbound/kinds/analytics/person";
import type {
  DeliveryVerdict,
  HttpAnswer,
  OutboundRow,
  OutgoingRequest,
  Rendering,
} from "@/lib/outbound/mapping/kind";
import {
  jsonHeaders,
  renderedPayload,
  responseBody,
  sentEventName,
  withoutEmpty,
} from "@/lib/outbound/mapping/payload";
import { readPulledText } from "@/lib/spend/pull/rows";

export const trackSettings = z.object({ event_data: eventData, install_ids: installIds });
type Settings = z.output<typeof trackSettings>;

/** These facts change what the service knows about a user. */
const identifies = ["install", "organic", "reattributed", "signup"];

/** `name` is the service's anonymous ID in the app's call. */
export const renderTrackEvent = (name: string) => (rendering: Rendering<Settings>) => {
  const { fact, rule, settings } = rendering;
  const identity = serviceIdentityOf(fact, name, settings.install_ids);
  if ("unfit" in identity) return identity;
  const common = withoutEmpty({
    userId: identity.user,
    anonymousId: identity.device,
    timestamp: fact.at.toISOString(),
    context: {
      library: { name: "cairn" },
      ...withoutEmpty({
        os: withoutEmpty({ name: platformName(fact) }),
        app: withoutEmpty({ version: fact.install?.appVersion }),
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
  return renderedPayload({ messages }, sentIdentifiersOf(identity));
};

export const trackRequest = (
  url: string,
  writeKey: string,
  rows: readonly OutboundRow[],
): OutgoingRequest => ({
  method: "POST",
  url: `${url}/v1/batch`,
  headers: { ...jsonHeaders, authorization: basicAuth(writeKey, "") },
  body: JSON.stringify({ batch: rows.flatMap(({ payload }) => payload.messages) }),
});

/** Both reject a whole call that is too large or not readable. */
export const readTrackResponse =
  (advice: string) =>
  (answer: HttpAnswer, rows: number): DeliveryVerdict => {
    const { message, error } = responseBody(answer);
    const verdict = readServiceAnswer(answer, {
      words: readPulledText(message) || readPulledText(error) || answer.body.trim(),
      advice,
    });
    return halveRejectedCall(verdict, answer, rows);
  };
