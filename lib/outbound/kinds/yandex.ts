/** Uploads conversions of Yandex Direct's clicks to Yandex Metrica, as a CSV file. */
import { z } from "zod";
import { requiredLine } from "@/lib/base/fields";
import { defineNetwork } from "@/lib/outbound/kinds/define-network";
import {
  type DeliveryVerdict,
  type HttpAnswer,
  type OutboundRow,
  type Rendering,
  verdictOfStatus,
} from "@/lib/outbound/mapping/kind";
import {
  clickParam,
  failedCallVerdict,
  noIdentifier,
  renderedPayload,
  responseBody,
  sentEventName,
  suggestedRule,
  unixSeconds,
  withoutEmpty,
} from "@/lib/outbound/mapping/payload";
import { tokenField } from "@/lib/outbound/mapping/token-field";
import { readPulledList, readPulledObject, readPulledText } from "@/lib/spend/pull/rows";

const settings = z.object({
  counter_id: requiredLine("Counter ID", 20).regex(/^\d+$/, "A counter ID has digits only."),
});
const secrets = z.object({ access_token: tokenField("OAuth token") });
type Settings = z.output<typeof settings>;

const columns = ["Yclid", "Target", "DateTime", "Price", "Currency"] as const;

function render({ fact, rule, value }: Rendering<Settings>) {
  const click = clickParam(fact, "yclid");
  if (click === null || !/^\w{1,64}$/.test(click))
    return noIdentifier("The install has no click of Yandex Direct with a yclid.");
  const payload = withoutEmpty({
    Yclid: click,
    Target: sentEventName({ rule, fact }),
    DateTime: unixSeconds(fact.at),
    Price: value?.amount,
    Currency: value?.currency,
  });
  return renderedPayload(payload, [{ of: "click_id", is: click }]);
}

/** Line breaks would end the row, or the part of the form. */
const cell = (value: unknown) =>
  `"${String(value ?? "")
    .replaceAll(/\p{Cc}/gu, " ")
    .replaceAll('"', '""')}"`;

const csvOf = (rows: OutboundRow[]) =>
  [
    columns.join(","),
    ...rows.map(({ payload }) => columns.map((name) => cell(payload[name])).join(",")),
  ].join("\n");

const boundary = "cairn-conversions-7f3a91c2";

function read(answer: HttpAnswer, rows: number): DeliveryVerdict {
  const body = responseBody(answer);
  const plain = verdictOfStatus(answer);
  if (plain.is === "sent") {
    const { id } = readPulledObject(body.uploading);
    return typeof id === "number" ? { ...plain, request: String(id) } : plain;
  }
  const [first] = readPulledList(body.errors).map(readPulledObject);
  const why = readPulledText(first?.message) || readPulledText(body.message) || plain.why;
  return failedCallVerdict(answer, rows, { code: plain.code, why });
}

/** https://yandex.com/dev/metrika/en/management/offline-conv */
export const yandex = defineNetwork<Settings, z.output<typeof secrets>>({
  code: "yandex",
  label: "Yandex Metrica",
  about:
    "Uploads conversions of Yandex Direct's clicks to Yandex Metrica, which Direct optimizes for. Metrica does not recognize repeats. Not tested with a real account.",
  network: "YANDEX",
  base: "https://api-metrika.yandex.net/management/v1",
  settings,
  secrets,
  fields: [
    { name: "counter_id", label: "Counter ID", hint: "In Yandex Metrica, with the tag." },
    {
      name: "access_token",
      label: "OAuth token",
      hint: "Of an application with the right to upload offline data.",
      secret: true,
    },
  ],
  acceptsRefunds: false,
  needsPersonalization: true,
  needsNoOptOut: true,
  suggested: [
    suggestedRule("install", "install", { value: { from: "none" }, only_own: true }),
    suggestedRule("payment", "purchase", { only_own: true }),
  ],
  knownEvents: [],
  maxRows: 1_000,
  maxAgeDays: 21,
  render,
  request: (rows, { settings, secrets, base }) => ({
    method: "POST",
    url: `${base}/counter/${settings.counter_id}/offline_conversions/upload`,
    headers: {
      authorization: `OAuth ${secrets.access_token}`,
      "content-type": `multipart/form-data; boundary=${boundary}`,
      accept: "application/json",
    },
    body: [
      `--${boundary}`,
      'content-disposition: form-data; name="file"; filename="conversions.csv"',
      "content-type: text/csv; charset=utf-8",
      "",
      csvOf(rows),
      `--${boundary}--`,
      "",
    ].join("\r\n"),
  }),
  read,
});
