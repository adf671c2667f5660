import {
  codeBlock,
  languageBlock,
  type ReferencePage,
  tableBlock,
  textBlocks,
} from "@/lib/reference/content/blocks";
import { linkParameters } from "@/lib/traffic/links/parameter-reference";

/** Tracking links are followed by people, but their parameters are part of the API. */
export const linkPages = (): ReferencePage[] => [
  {
    path: "/docs/links",
    title: "Tracking links",
    chapter: "Links",
    lead: "Each campaign has a link on the project's domain. Cairn records the click and redirects by platform: to the app, the store or a website.",
    keywords: "click url redirect deep link short link",
    sections: [
      {
        id: "tracking-links",
        title: "Click links",
        blocks: [
          ...textBlocks("These forms are the same:"),
          codeBlock(
            "Click",
            "https://links.example.com/summer-sale\nhttps://links.example.com/?c=summer-sale",
          ),
        ],
      },
      {
        id: "view-links",
        title: "View links",
        blocks: [
          ...textBlocks(
            "For view-through attribution, let the network load this pixel when an ad is shown. It accepts the same parameters and counts as a view, never as a click.",
          ),
          codeBlock("View", "https://links.example.com/i/summer-sale"),
        ],
      },
      {
        id: "link-parameters",
        title: "Parameters",
        blocks: [
          ...textBlocks(
            "Networks replace their macros, such as `{adgroupid}`; the campaign page has a ready-made link for each network. Unreplaced macros are ignored. Other parameters are stored with the click.",
          ),
          tableBlock(
            ["Parameter", "Meaning", "Other names"],
            linkParameters.map(({ name, meaning, alsoNamed }) => ({
              id: `parameter-${name}`,
              keywords: alsoNamed.join(" "),
              cells: [`\`${name}\``, meaning, alsoNamed.map((each) => `\`${each}\``).join(", ")],
            })),
          ),
        ],
      },
    ],
  },
  serverClicks,
];

/** Calls of networks' servers, which go to the domain of a link and need no server key. */
const serverClicks: ReferencePage = {
  path: "/docs/links/server-clicks",
  title: "Server-to-server clicks",
  chapter: "Links",
  lead: "Networks can report clicks and views from their servers, without a redirect of the device.",
  keywords: "s2s click view impression /t/ network server key signature hmac",
  sections: [
    {
      id: "server-click",
      title: "Report a click",
      blocks: [
        ...textBlocks(
          "Call `/t/{network}/{campaign}` on a domain of the project with `GET` or `POST`: the network's code or name, and the display ID of one of its campaigns. The parameters are in the query, or in a body of at most 16 KB, as a form or a JSON object.",
        ),
        codeBlock(
          "Call",
          "curl 'https://links.example.com/t/APPLOVIN/summer-sale?gaid=38400000-8cf0-11bd-b23e-10b96e40000d&os=android&clickid=A1'",
        ),
        codeBlock(
          "Response",
          JSON.stringify(
            {
              msg: "Click stored.",
              status: 200,
              data: { click_id: "01938eff-0000-7000-8000-0000000000c1", counted: true, reason: null },
            },
            null,
            2,
          ),
        ),
        ...textBlocks("`counted` is false for a paused campaign or a repeated click; `reason` says why."),
      ],
    },
    {
      id: "server-click-parameters",
      title: "Parameters",
      blocks: [
        ...textBlocks(
          "At least one of `gaid`, `idfa` and `ip` is required. Send each of these parameters only once.",
        ),
        tableBlock(
          ["Parameter", "Meaning"],
          [
            ["`gaid`, `idfa`", "The device's advertising ID."],
            ["`ip`", "The device's IPv4 or IPv6 address. Cairn stores only a keyed hash of it."],
            ["`ua`", "The device's user agent."],
            ["`os`", "`android` or `ios`; required without `ua`."],
            ["`language`", "The device's language, such as `de-AT`."],
            ["`type`", "`click` (default) or `view`."],
            ["`key`", "The network's key."],
            ["`signature`", "Instead of the key: the signature of the call."],
            [
              "others",
              "Stored with the click, like the [parameters of a link](/docs/links#link-parameters).",
            ],
          ],
        ),
      ],
    },
    {
      id: "server-click-key",
      title: "Key and signature",
      blocks: [
        ...textBlocks(
          "Anyone who knows the URL can send any IP address. So Cairn matches installs by IP address only to clicks with the network's key or signature. Other clicks are matched by advertising ID and by click ID. Admins find the key under Settings → Ad networks. After a rotation, the new and the previous key are valid until the chosen time.",
          "To keep the key out of the URL, sign the call: HMAC-SHA256 with the key, in hex, over the query without `signature`, exactly as sent. If the call has a body, append a line feed and the body.",
        ),
        languageBlock({
          label: "TypeScript",
          code: `import { createHmac } from "node:crypto";

const query = "ip=203.0.113.7&os=ios&clickid=A1";
const signature = createHmac("sha256", key).update(query).digest("hex");
await fetch(\`https://links.example.com/t/APPLOVIN/summer-sale?\${query}&signature=\${signature}\`);`,
        }),
      ],
    },
    {
      id: "server-click-errors",
      title: "Errors",
      blocks: [
        tableBlock(
          ["Status", "Cause"],
          [
            ["400", "A parameter is missing, not valid or sent twice; `msg` names it."],
            ["401", "The key or signature is not valid for this network in this project."],
            ["404", "The campaign does not exist or belongs to another network."],
            ["413, 415", "The body is too large, compressed, or neither a form nor JSON."],
            ["429", "More than 500 calls per second of this network in this project."],
            ["503", "The click could not be stored. Send it again."],
          ],
        ),
      ],
    },
  ],
};
