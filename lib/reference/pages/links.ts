import { code, type Page, table, text } from "@/lib/reference/content/blocks";
import { linkParameters } from "@/lib/traffic/links/parameter-reference";

/** Tracking links are followed by people, but their parameters are part of the API. */
export const linkPages = (): Page[] => [
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
          ...text("These forms are the same:"),
          code("Click", "https://links.example.com/summer-sale\nhttps://links.example.com/?c=summer-sale"),
        ],
      },
      {
        id: "view-links",
        title: "View links",
        blocks: [
          ...text(
            "For view-through attribution, let the network load this pixel when an ad is shown. It accepts the same parameters and counts as a view, never as a click.",
          ),
          code("View", "https://links.example.com/i/summer-sale"),
        ],
      },
      {
        id: "link-parameters",
        title: "Parameters",
        blocks: [
          ...text(
            "Networks replace their macros, such as `{adgroupid}`; the campaign page has a ready-made link for each network. Unreplaced macros are ignored. Other parameters are stored with the click.",
          ),
          table(
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
];
