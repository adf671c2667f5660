/** A page of the reference as a value. HTML, Markdown and the search index are made from it. Pure. */

/** A request field, with its own fields. */
export type RequestField = {
  name: string;
  kind: string;
  isRequired: boolean;
  description: string;
  choices: string[];
  fallback: string | null;
  fields: RequestField[];
};

export type RefusalRow = { status: string; sentences: string[] };

export type CodeSample = { label: string; code: string };

/** `id` gives a row its own address for the search; `keywords` are additional search words. */
type Row = { id?: string; keywords?: string; cells: string[] };

/** Texts may contain `code`, **strong** words and [links](/docs). */
export type Block =
  | { kind: "text"; text: string }
  | { kind: "list"; items: string[] }
  | { kind: "table"; head: string[]; rows: Row[] }
  | { kind: "code"; title: string; code: string }
  /** Alternatives, of which a reader selects one for all pages. */
  | { kind: "tabs"; group: "language" | "response"; samples: CodeSample[] }
  | { kind: "fields"; title: string; fields: RequestField[] }
  | { kind: "call"; method: string; alsoMethods: string[]; path: string }
  | { kind: "status"; status: string; text: string }
  | { kind: "errors"; title: string; refusals: RefusalRow[] };

export type PageSection = {
  id: string;
  title: string;
  blocks: Block[];
  /** Shown next to the blocks if there is room. */
  aside?: Block[];
  keywords?: string;
};

export type ReferencePage = {
  path: string;
  title: string;
  /** The heading of the navigation under which the page is listed. */
  chapter: string;
  lead: string;
  intro?: Block[];
  sections: PageSection[];
  keywords?: string;
};

export const textBlocks = (...texts: string[]): Block[] =>
  texts.map((each) => ({ kind: "text", text: each }));
export const listBlock = (...items: string[]): Block => ({ kind: "list", items });
export const codeBlock = (title: string, source: string): Block => ({ kind: "code", title, code: source });
export const languageBlock = (...samples: CodeSample[]): Block => ({
  kind: "tabs",
  group: "language",
  samples,
});
export const tableBlock = (head: string[], rows: (string[] | Row)[]): Block => ({
  kind: "table",
  head,
  rows: rows.map((row) => (Array.isArray(row) ? { cells: row } : row)),
});

/** A text without its markup. */
export const plainText = (marked: string): string =>
  marked
    .replace(/\[([^\]]+)\]\([^)\s]+\)/g, "$1")
    .replace(/\*\*([^*]+)\*\*/g, "$1")
    .replaceAll("`", "");
