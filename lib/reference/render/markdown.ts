/** Pages as Markdown, for programs that read them. Pure. */
import type { Block, ReferencePage, RequestField } from "@/lib/reference/content/blocks";

/** The Markdown of `/docs/errors` is `/docs/errors.md`; the first page is `/docs/index.md`. */
export const markdownPath = (path: string) => (path === "/docs" ? "/docs/index.md" : `${path}.md`);

const fenced = (source: string, language = "") => `\`\`\`${language}\n${source}\n\`\`\``;
const cell = (source: string) => source.replaceAll("|", "\\|").replaceAll("\n", " ");

/** Links point to the Markdown of pages. */
const linked = (source: string) =>
  source.replace(/\]\((\/docs[\w/.-]*)(#[^)\s]+)?\)/g, (whole, path: string, anchor = "") =>
    /\.\w+$/.test(path) ? whole : `](${markdownPath(path)}${anchor})`,
  );

function fieldLines(fields: RequestField[], indent = ""): string[] {
  return fields.flatMap(({ name, kind, isRequired, description, choices, fallback, fields: inner }) => {
    const notes = [
      kind,
      ...(isRequired ? ["required"] : []),
      ...(fallback ? [`default \`${fallback}\``] : []),
    ];
    const one = choices.length > 0 ? ` One of ${choices.map((each) => `\`${each}\``).join(", ")}.` : "";
    return [
      `${indent}- \`${name}\` (${notes.join(", ")}): ${description}${one}`,
      ...fieldLines(inner, `${indent}  `),
    ];
  });
}

function blockMarkdown(block: Block): string {
  switch (block.kind) {
    case "text":
      return block.text;
    case "list":
      return block.items.map((item) => `- ${item}`).join("\n");
    case "table":
      return [
        `| ${block.head.join(" | ")} |`,
        `|${block.head.map(() => "---").join("|")}|`,
        ...block.rows.map(({ cells }) => `| ${cells.map(cell).join(" | ")} |`),
      ].join("\n");
    case "code":
      return `${block.title}:\n\n${fenced(block.code)}`;
    // One language is enough for a program; the HTML page has all of them.
    case "tabs":
      return `${block.samples[0]!.label}:\n\n${fenced(block.samples[0]!.code)}`;
    case "fields":
      return `### ${block.title}\n\n${fieldLines(block.fields).join("\n")}`;
    case "call":
      return `\`${block.method} ${block.path}\`${block.alsoMethods.length > 0 ? ` (or ${block.alsoMethods.join(", ")})` : ""}`;
    case "status":
      return `**${block.status}** ${block.text}`;
    case "errors":
      return `### ${block.title}\n\n${block.refusals
        .flatMap(({ status, sentences }) => sentences.map((each) => `- ${status}: ${each}`))
        .join("\n")}`;
  }
}

export function pageMarkdown({ title, lead, intro = [], sections }: ReferencePage): string {
  const parts = [
    `# ${title}`,
    lead,
    ...intro.map(blockMarkdown),
    ...sections.flatMap((section) => [
      `## ${section.title}`,
      ...[...section.blocks, ...(section.aside ?? [])].map(blockMarkdown),
    ]),
  ];
  return `${linked(parts.join("\n\n"))}\n`;
}
