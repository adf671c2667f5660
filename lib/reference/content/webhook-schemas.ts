/** The payload of each webhook type as a schema. Tests compare it with what Cairn sends. */
import { z } from "zod";
import { reportType, webhookTypes } from "@/lib/outbound/kinds/webhook/events";

const time = z.iso.datetime().describe("Time in UTC.");
const text = (description: string) => z.string().describe(description);
const maybe = (description: string) => z.string().nullable().describe(description);
const named = (description: string) =>
  z.object({ id: z.string().nullable(), name: z.string().nullable() }).describe(description);

const campaign = z.object({
  id: z.number().int(),
  name: z.string(),
  display_id: z.string(),
});

export const webhookDecision = z.object({
  version: z.number().int().describe("Counts from 1. A higher version of the same install is newer."),
  at: time.describe("When Cairn decided."),
  attribution_type: text("`INORGANIC` or `ORGANIC`."),
  method: text("How the install was matched."),
  reason: text("Why this candidate won, or why the install is organic."),
  confidence: z.number().describe("How sure the decision is, in percent."),
  rules: text("The version of the attribution rules."),
  touch: maybe("`click` or `view`."),
  network: maybe("The ad network's code."),
  campaign: campaign.nullable().describe("The campaign, if one was found."),
  affiliate: maybe("The affiliate's name."),
  ad_set: named("The ad set at the network."),
  creative: named("The ad at the network."),
  keyword: named("The keyword at the network."),
  fraud: z.array(z.string()).describe("The fraud rules that fired."),
});

/** The data of all webhooks about users and installs. */
const ofInstall = z.object({
  id: text("The ID of the install, event or payment in Cairn."),
  uid: text("The same for the same event in all attempts and at all destinations."),
  user_id: maybe("The user's ID in your system."),
  install_instance_id: maybe("The install's ID in your app."),
  install_id: maybe("The install's ID in Cairn."),
  platform: maybe("`ANDROID` or `IOS`."),
  decision: webhookDecision
    .nullable()
    .describe("The [attribution decision](/docs/webhooks/installs#decision)."),
  user: z
    .object({ name: z.string().nullable(), email: z.string().nullable(), phone: z.string().nullable() })
    .optional()
    .describe("Only with “Send name, email and phone”."),
  data: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("The event's data. Only with “Send all details”."),
  install: z
    .object({
      installed_at: time,
      kind: text("`INSTALL` or `REINSTALL`."),
      app_version: z.string().nullable(),
      os_version: z.string().nullable(),
      device_model: z.string().nullable(),
      country: maybe("Two letters (ISO 3166)."),
      language: z.string().nullable(),
    })
    .nullable()
    .optional()
    .describe("Only with “Send all details”."),
  click: z
    .object({
      id: z.string(),
      at: time,
      country: z.string().nullable(),
      params: z.record(z.string(), z.string()),
    })
    .nullable()
    .optional()
    .describe("The click that led to the install. Only with “Send all details”."),
});

const money = {
  amount: z.number().describe("In units of `currency`."),
  currency: text("ISO 4217 code."),
};

const payment = ofInstall.extend({
  name: text("The same as `type`."),
  ...money,
  payment_id: maybe("The payment's ID in your system."),
  type: text("The payment's type."),
  status: text("The payment's status."),
});

const about = {
  id: text("The ID of the finding."),
  uid: text("The same in all attempts."),
};

const alert = z.object({
  ...about,
  rule: z.object({ id: z.number().int(), name: z.string(), kind: z.string() }).describe("The alert rule."),
  subject: text("The object of the finding, such as a network's code. Empty for the whole project."),
  label: text("The name of the subject."),
  text: text("The finding in a sentence, with its link."),
  period: text("The day or hour."),
  value: z.number().nullable().describe("The value of the period."),
  usual: z.number().nullable().describe("The expected value."),
  low: z.number().nullable().describe("The lower bound of the expected range."),
  high: z.number().nullable().describe("The upper bound of the expected range."),
  unit: maybe("The unit of the four numbers."),
  currency: maybe("ISO 4217 code, if the unit is `money`."),
  fired_at: time,
  url: text("The alert in the dashboard."),
});

const data: Record<string, z.ZodObject> = {
  "install.attributed": ofInstall,
  "install.reattributed": ofInstall.extend({
    previous: webhookDecision
      .nullable()
      .describe("The earlier [decision](/docs/webhooks/installs#decision)."),
  }),
  "install.organic": ofInstall,
  "install.rejected": ofInstall,
  reengagement: ofInstall.extend({ url: z.string().optional().describe("The link that the user followed.") }),
  "user.identified": ofInstall,
  "event.*": ofInstall.extend({
    name: text("The event's name."),
    amount: money.amount.optional(),
    currency: money.currency.optional(),
  }),
  "payment.completed": payment,
  "payment.refunded": payment,
  ad_revenue: ofInstall.extend({
    ...money,
    ad: z
      .object({
        network: maybe("The ad network that paid."),
        placement: maybe("Your name for the place in the app."),
        ad_unit: maybe("The mediation's ID of the ad unit."),
        ad_format: maybe("The format of the ad."),
        precision: maybe("`PRECISE`, `ESTIMATED`, `PUBLISHER_PROVIDED` or `UNKNOWN`."),
        impressions: z.number().int().describe("The number of impressions that `amount` is for."),
      })
      .describe("The ad impressions."),
  }),
  uninstall: ofInstall,
  "alert.fired": alert,
  "alert.resolved": alert.extend({
    resolved_at: time.nullable(),
    ended: maybe("`inside` (back to normal), `silent` (too little data) or `gone` (no longer watched)."),
  }),
  "spend.pull_failed": z.object({
    ...about,
    account: z
      .object({ id: z.number().int(), name: z.string(), network: z.string() })
      .describe("The ad account."),
    problem: text("The reason."),
    next_at: maybe("The time of the next attempt. Null: after a change in the dashboard."),
    text: text("The problem in a sentence, with its link."),
    url: text("The ad account in the dashboard."),
  }),
  "skan.postback": z.object({
    ...about,
    framework: text("`skan` (SKAdNetwork) or `aak` (AdAttributionKit)."),
    received_at: time,
    postback_id: text("Apple's ID of the postback."),
    sequence: z.number().int().describe("The conversion window, from 0 to 2."),
    conversion_type: text("`download`, `redownload` or `re-engagement`."),
    did_win: z.boolean().describe("The ad won the attribution."),
    app_id: maybe("The app's ID in the App Store."),
    ad_network_id: text("Apple's ID of the ad network."),
    network: maybe("The network's code or name."),
    source_identifier: maybe("Two to four digits of the network's campaign."),
    campaign: campaign.nullable().describe("The campaign that members assigned to the source."),
    unsigned: z
      .object({
        conversion_value: z.number().int().nullable(),
        coarse_conversion_value: z.string().nullable(),
        country: z.string().nullable(),
        ad_interaction_type: z.string().nullable(),
      })
      .describe("Not covered by Apple's signature."),
    text: text("The postback in a sentence, with its link."),
    url: text("The postback in the dashboard."),
  }),
  "report.scheduled": z.looseObject({
    id: z.number().int().describe("The schedule's ID."),
    title: z.string().describe("The schedule's title."),
    kind: text("`campaigns`, `groups`, `summary` or `query`."),
    from: z.iso.date().describe("The first day."),
    to: z.iso.date().describe("The last day."),
    time_zone: text("IANA time zone of the days."),
    currency: text("ISO 4217 code."),
    url: text("The report in the dashboard."),
    text: text("The report as text."),
    columns: z
      .array(z.object({ id: z.string(), label: z.string(), unit: z.string() }))
      .optional()
      .describe("The columns, of a report."),
    rows: z
      .array(z.record(z.string(), z.unknown()))
      .optional()
      .describe("The rows, by the IDs of the columns."),
    totals: z.array(z.record(z.string(), z.unknown())).optional().describe("The totals, like a row."),
    more: z.number().int().optional().describe("The number of rows that are left out."),
    is_cut: z.boolean().optional().describe("A query has more rows than a result may have."),
  }),
};

type WebhookSchema = { type: string; meaning: string; path: string; payload: z.ZodObject };

export const webhookSchemas: WebhookSchema[] = [...webhookTypes, reportType].map(({ type, meaning }) => ({
  type,
  meaning,
  path: `/docs/schemas/${type.replace(".*", "")}.json`,
  payload: z.object({
    type: type === "event.*" ? z.string().regex(/^event\./) : z.literal(type),
    timestamp: time,
    data: data[type]!,
  }),
}));

/** New fields may be added later, so the schema allows others. */
export const jsonSchemaOf = ({ type, meaning, payload }: WebhookSchema) => ({
  ...z.toJSONSchema(payload, {
    io: "input",
    // The format replaces the pattern.
    override: ({ jsonSchema }) => /^date/.test(jsonSchema.format ?? "") && delete jsonSchema.pattern,
  }),
  title: type,
  description: meaning,
});
