/** Blocks as HTML. Pure. */
import type {
  Block,
  PageSection,
  ReferencePage,
  RefusalRow,
  RequestField,
} from "@/lib/reference/content/blocks";

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
export const escaped = (source: string) => source.replace(/[&<>"']/g, (sign) => entities[sign]!);

/** Backticks make `code`, two stars a **strong** word, and [brackets](/docs) a link. */
function marked(source: string): string {
  return source
    .split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)\s]+\))/)
    .map((piece) => {
      if (piece.startsWith("`")) return `<code>${escaped(piece.slice(1, -1))}</code>`;
      if (piece.startsWith("**")) return `<strong>${escaped(piece.slice(2, -2))}</strong>`;
      const [, label, url] = /^\[([^\]]+)\]\(([^)\s]+)\)$/.exec(piece) ?? [];
      return label && url ? `<a href="${escaped(url)}">${marked(label)}</a>` : escaped(piece);
    })
    .join("");
}

const copyButton = '<button type="button" class="copy" data-copy>Copy</button>';
// Scrollable blocks must be reachable by keyboard.
const pre = (source: string, attributes = "") =>
  `<pre tabindex="0"${attributes}><code>${escaped(source)}</code></pre>`;

const methodTag = (name: string) =>
  `<span class="method ${escaped(name.toLowerCase())}">${escaped(name)}</span>`;

function field({ name, kind, isRequired, description, choices, fallback, fields }: RequestField): string {
  const notes = [
    `<code class="name">${escaped(name)}</code>`,
    `<span class="kind">${escaped(kind)}</span>`,
    ...(isRequired ? ['<span class="badge accent">required</span>'] : []),
    ...(fallback === null ? [] : [`<span class="kind">default <code>${escaped(fallback)}</code></span>`]),
  ];
  const one = choices.map((choice) => `<code>${escaped(choice)}</code>`).join(" ");
  return `<li><p class="field">${notes.join(" ")}</p><p>${marked(description)}</p>${
    one ? `<p class="choices">One of ${one}</p>` : ""
  }${fields.length > 0 ? fieldsOf(fields) : ""}</li>`;
}

const fieldsOf = (fields: RequestField[]): string => `<ul class="fields">${fields.map(field).join("")}</ul>`;

const refusal = ({ status, sentences }: RefusalRow) =>
  `<div><dt>${escaped(status)}</dt><dd>${sentences.map((each) => `<p>${marked(each)}</p>`).join("")}</dd></div>`;

function blockHtml(block: Block): string {
  switch (block.kind) {
    case "text":
      return `<p>${marked(block.text)}</p>`;
    case "list":
      return `<ul class="list">${block.items.map((item) => `<li>${marked(item)}</li>`).join("")}</ul>`;
    case "table":
      return `<div class="table" tabindex="0" role="group" aria-label="${escaped(block.head.join(", "))}"><table><thead><tr>${block.head
        .map((cell) => `<th scope="col">${marked(cell)}</th>`)
        .join("")}</tr></thead><tbody>${block.rows
        .map(
          ({ id, cells }) =>
            `<tr${id ? ` id="${escaped(id)}"` : ""}>${cells
              .map((cell, i) => `<td data-label="${escaped(block.head[i] ?? "")}">${marked(cell)}</td>`)
              .join("")}</tr>`,
        )
        .join("")}</tbody></table></div>`;
    case "code":
      return `<figure class="code"><figcaption><span>${escaped(block.title)}</span>${copyButton}</figcaption>${pre(block.code)}</figure>`;
    case "tabs":
      return `<figure class="code" data-group="${block.group}"><figcaption><div class="tabs">${block.samples
        .map(
          ({ label }, i) =>
            `<button type="button" aria-pressed="${i === 0}" data-tab="${escaped(label)}">${escaped(label)}</button>`,
        )
        .join("")}</div>${copyButton}</figcaption>${block.samples
        .map(({ label, code }, i) => pre(code, ` data-tab="${escaped(label)}"${i === 0 ? "" : " hidden"}`))
        .join("")}</figure>`;
    case "fields":
      return `<h3>${marked(block.title)}</h3>${fieldsOf(block.fields)}`;
    case "call":
      return `<p class="call">${methodTag(block.method)} <code>${escaped(block.path)}</code>${
        block.alsoMethods.length > 0
          ? ` <span class="kind">or ${escaped(block.alsoMethods.join(", "))}</span>`
          : ""
      }</p>`;
    case "status":
      return `<p class="status"><span class="badge success">${escaped(block.status)}</span> <span>${marked(block.text)}</span></p>`;
    case "errors":
      return `<h3>${escaped(block.title)}</h3><dl class="errors">${block.refusals.map(refusal).join("")}</dl>`;
  }
}

function sectionHtml({ id, title, blocks, aside }: PageSection): string {
  const heading = `<h2 id="${escaped(id)}"><a href="#${escaped(id)}">${escaped(title)}</a></h2>`;
  const main = blocks.map(blockHtml).join("");
  if (!aside) return `<section>${heading}${main}</section>`;
  return `<section class="operation"><div>${heading}${main}</div><div class="aside">${aside.map(blockHtml).join("")}</div></section>`;
}

export const contentHtml = ({ title, lead, intro = [], sections }: ReferencePage): string =>
  `<h1>${escaped(title)}</h1><p class="lead">${marked(lead)}</p>${intro.map(blockHtml).join("")}${sections.map(sectionHtml).join("")}`;
