/** The events of the script on a customer's website. */
import { z } from "zod";
import { readTime } from "@/lib/facts/app-calls/event-time";
import { clockFields, looseObject, optionalText, requiredText } from "@/lib/facts/app-calls/schema";
import { consentStrings } from "@/lib/facts/consent/schema";
import { adParamsOf, pagePath, type WebTouch } from "@/lib/facts/web/rules";
import { webIdForm } from "@/lib/traffic/links/params";

const webKinds = ["visit", "event", "identify"] as const;

/** A random ID from the browser. In links it is `cairn_web`. */
const webId = requiredText("web_id", 64)
  .refine((text) => webIdForm.test(text), {
    error: "web_id must be 8 to 64 letters, digits, hyphens and underscores.",
  })
  .meta({
    description: "A random ID of the visitor, stored for the tab, or longer with consent.",
    pattern: webIdForm.source,
    example: "5f0c2d8e9b7a4c31a2e4",
  });

const touch = (field: string, description: string) =>
  looseObject(field)
    .transform((sent): WebTouch | null => {
      if (sent === undefined) return null;
      const { params, page, at } = sent;
      const read = typeof params === "object" && params !== null ? adParamsOf(params as never) : {};
      if (Object.keys(read).length === 0) return null;
      return {
        params: read,
        page: typeof page === "string" && page !== "" ? pagePath(page) : null,
        at: readTime(at)?.toISOString() ?? null,
      };
    })
    .meta({
      description,
      type: "object",
      properties: {
        params: {
          type: "object",
          description: "The parameters of the followed link.",
          additionalProperties: { type: "string" },
        },
        page: { type: "string", description: "The path of the landing page." },
        at: { type: "number", description: "The time, in milliseconds since 1970." },
      },
    });

export const webEventQuery = z.object({
  token: z.string().optional().meta({ description: "The site token.", example: "cw_yourSiteToken" }),
});

export const webEventBody = z
  .object({
    type: z
      .preprocess(
        (value) => (value === "" || value === null ? undefined : value),
        z.enum(webKinds, { error: `type must be one of ${webKinds.join(", ")}.` }).default("event"),
      )
      .meta({ description: "`visit`, once per tab and ad; `event`; or `identify`." }),
    web_id: webId,
    event_id: requiredText("event_id", 64).meta({
      description: "Your ID for this call. Repeats are ignored.",
      example: "c0c1f8a7",
    }),
    name: optionalText("name", 256).meta({
      description: "The event's name. Required for `event`.",
      example: "trail_viewed",
    }),
    user_id: optionalText("user_id", 256).meta({
      description:
        "Required for `identify`: your ID for the user, as the app sends it with `trigger`. Links the visitor to the user's install.",
    }),
    page: optionalText("page", 4096)
      .transform((text) => (text === undefined ? null : pagePath(text)))
      .meta({ description: "The page's path. A query is cut off.", example: "/trails/peaks" }),
    first: touch("first", "The visitor's first ad: its parameters, landing page and time."),
    last: touch("last", "The visitor's latest ad."),
    data: looseObject("data").meta({ description: "Any details.", example: { km: 12.4 } }),
    tc_string: consentStrings.tc_string.meta({
      description: "The TC string of the site's consent platform, stored with the event.",
    }),
    gpp_string: consentStrings.gpp_string.meta({ description: "The GPP string, stored with the event." }),
    ...clockFields,
  })
  .superRefine(({ type, name, user_id }, context) => {
    const required = (field: "name" | "user_id") =>
      context.addIssue({ code: "custom", path: [field], message: `${field} is required!` });
    if (type === "event" && !name?.trim()) required("name");
    if (type === "identify" && !user_id?.trim()) required("user_id");
  });

export type WebEvent = z.output<typeof webEventBody>;
