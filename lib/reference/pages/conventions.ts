/** Errors, limits and formats, from the tables in the code of the endpoints. */
import { limitGroups, limitMeanings, limitsFrom } from "@/lib/accounts/access/limits";
import { errorGroups, unauthorizedTexts } from "@/lib/gateway/errors/catalogue";
import { codeBlock, type ReferencePage, tableBlock, textBlocks } from "@/lib/reference/content/blocks";

const chapter = "Basics";

export const errorsReferencePage = (): ReferencePage => ({
  path: "/docs/errors",
  title: "Errors",
  chapter,
  lead: "Each error has a code. Compare codes in programs, not messages: a code keeps its meaning.",
  keywords: "error codes status http failure",
  intro: [
    ...textBlocks(
      "The code is in the `Cairn-Error` response header of every endpoint. Newer endpoints also send it as `code` in the body. [Retries](/docs/retries) covers which calls to send again.",
    ),
    codeBlock(
      "An error",
      'HTTP/1.1 404 Not Found\nCairn-Error: campaign_not_found\n\n{"msg":"Campaign not found!","status":404,"data":null}',
    ),
  ],
  sections: [
    ...errorGroups.map(({ title, errors }) => ({
      id: `errors-${title.toLowerCase().replaceAll(" ", "-")}`,
      title,
      blocks: [
        tableBlock(
          ["Code", "Status", "Cause", "Fix"],
          errors.map(({ code, statuses, cause, fix }) => ({
            id: code,
            keywords: statuses.join(" "),
            cells: [`\`${code}\``, statuses.join(", "), cause, fix],
          })),
        ),
      ],
    })),
    {
      id: "unauthorized",
      title: "Messages of a 401",
      blocks: [
        ...textBlocks("The message depends on the endpoint, because existing clients compare it."),
        tableBlock(
          ["Endpoints", "Message"],
          unauthorizedTexts.map(({ endpoints, messages }) => [endpoints, messages]),
        ),
      ],
    },
  ],
});

export const rateLimitsReferencePage = (): ReferencePage => {
  const limits = limitsFrom([]);
  return {
    path: "/docs/rate-limits",
    title: "Rate limits",
    chapter,
    lead: "Calls over a limit get a 429 with a `Retry-After` header.",
    keywords: "429 quota throttling too many requests retry-after",
    sections: [
      {
        id: "default-limits",
        title: "Defaults",
        blocks: [
          ...textBlocks("A project or server may have its own limits."),
          tableBlock(
            ["Calls", "Limit"],
            limitGroups.map((group) => [limitMeanings[group], rate(limits[group])]),
          ),
        ],
      },
    ],
  };
};

function rate(limit: { count: number; windowMs: number } | null) {
  if (limit === null) return "no limit";
  return `${limit.count} per ${limit.windowMs === 1_000 ? "second" : "minute"}`;
}

export const formatsReferencePage = (): ReferencePage => ({
  path: "/docs/formats",
  title: "Formats",
  chapter,
  lead: "How amounts, percentages, times and IDs are written.",
  keywords: "money currency date time zone timestamp percent roas decimal",
  sections: [
    {
      id: "figures",
      title: "Figures of reports",
      blocks: [
        ...textBlocks(
          "[Campaign figures](/docs/servers/reporting) are formatted strings. Remove commas, symbols and `%` before you calculate with them.",
        ),
        tableBlock(
          ["Format", "Meaning"],
          [
            ['`"1,234"`', "a count, with commas between thousands"],
            [
              '`"$1,234.50"`',
              'an amount in `display_currency`, with its symbol and as many decimals as the currency has: `"$0.00"`, `"€0.00"`, `"¥0"`',
            ],
            ['`"1,234.50"`', "an amount of custom and payment events, without a symbol"],
            ['`"66.67%"`', 'a percentage with two decimals: `"100.00%"`; zero is `"0%"`'],
            ['`"2.50"`', "a ratio, such as ROAS"],
            ["`42.86`", "retention, in percent as a number"],
          ],
        ),
      ],
    },
    {
      id: "amounts",
      title: "Amounts that you send",
      blocks: textBlocks(
        "Send amounts as numbers in units of the currency, such as `9.99`, with the ISO 4217 code in `currency`. Cairn stores whole minor units, rounded half up.",
      ),
    },
    {
      id: "times",
      title: "Times and days",
      blocks: [
        tableBlock(
          ["Format", "Meaning"],
          [
            ["`2026-06-01T09:30:00.000Z`", "a time in UTC (ISO 8601)"],
            ["`2026-06-01T09:30:00.000`", "a local time in the `timezone` of the call"],
            ["`2026-06-01`", "a day in the project's time zone"],
            ["`1780306200000`", "a time in Unix milliseconds, as apps send it"],
          ],
        ),
      ],
    },
    {
      id: "ids",
      title: "IDs",
      blocks: textBlocks(
        "Campaigns are named by `display_id`, installs by the app's own `install_instance_id`, and users by the ID in your system. Compare IDs as text; do not read a meaning from them.",
      ),
    },
  ],
});
