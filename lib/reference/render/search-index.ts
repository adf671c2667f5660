/** The search index: each page, heading and row with an address. Pure. */
import { type Block, plainText, type ReferencePage, type RequestField } from "@/lib/reference/content/blocks";

export type SearchEntry = {
  url: string;
  title: string;
  /** The page of a heading or row. */
  page: string;
  kind: "page" | "section" | "row";
  keywords: string;
  text: string;
};

const fieldWords = (fields: RequestField[]): string =>
  fields
    .map(({ name, description, choices, fields: inner }) =>
      [name, description, ...choices, fieldWords(inner)].join(" "),
    )
    .join(" ");

/** Code is left out, because the fields have the same words. */
function wordsOf(block: Block): string {
  switch (block.kind) {
    case "text":
    case "status":
      return block.text;
    case "list":
      return block.items.join(" ");
    case "table":
      return block.rows.flatMap(({ cells }) => cells).join(" ");
    case "fields":
      return fieldWords(block.fields);
    case "errors":
      return block.refusals.map(({ status, sentences }) => [status, ...sentences].join(" ")).join(" ");
    default:
      return "";
  }
}

const textOf = (blocks: Block[]) => plainText(blocks.map(wordsOf).join(" ").replace(/\s+/g, " ").trim());

const rowsIn = (blocks: Block[]) => blocks.flatMap((block) => (block.kind === "table" ? block.rows : []));

export const searchIndex = (pages: ReferencePage[]): SearchEntry[] =>
  pages.flatMap(({ path, title, lead, intro = [], sections, keywords = "" }): SearchEntry[] => [
    { url: path, title, page: title, kind: "page", keywords, text: `${plainText(lead)} ${textOf(intro)}` },
    ...sections.flatMap((section): SearchEntry[] => {
      const blocks = [...section.blocks, ...(section.aside ?? [])];
      const rows = rowsIn(blocks).filter(({ id }) => id !== undefined);
      return [
        {
          url: `${path}#${section.id}`,
          title: section.title,
          page: title,
          kind: "section",
          keywords: section.keywords ?? "",
          // Rows with an address have their own entries.
          text: rows.length > 0 ? "" : textOf(blocks),
        },
        ...rows.map(
          (row): SearchEntry => ({
            url: `${path}#${row.id}`,
            title: plainText(row.cells[0]!),
            page: title,
            kind: "row",
            keywords: row.keywords ?? "",
            text: plainText(row.cells.slice(1).join(" ")),
          }),
        ),
      ];
    }),
  ]);
