/** The frame around each page: header, search, navigation. Pure. */
import type { ReferencePage } from "@/lib/reference/content/blocks";
import { contentHtml, escaped } from "@/lib/reference/render/html";
import { markdownPath } from "@/lib/reference/render/markdown";

const stones = `<svg viewBox="0 0 24 24" aria-hidden="true"><path fill="currentColor" d="M2.2 18.7c0-2.3 3.7-3.7 9.2-3.7 6 0 10.4 1.3 10.4 3.6 0 2-3.8 3.1-9.9 3.1-6.2 0-9.7-1-9.7-3z"/><path fill="currentColor" d="M5 11.7c0-2 3-3.3 7.2-3.3 3.9 0 6.8 1.1 6.8 3 0 1.8-2.8 2.7-6.9 2.7-4.3 0-7.1-.7-7.1-2.4z"/><path class="mark-top" d="M8.1 5.2c0-1.9 1.7-3.2 4.1-3.2 2.2 0 3.8 1.2 3.8 3 0 1.6-1.6 2.6-3.9 2.6-2.4 0-4-.8-4-2.4z"/></svg>`;

const icon = (shape: string) =>
  `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true">${shape}</svg>`;

const themes: [name: string, label: string, icon: string][] = [
  ["system", "System", icon('<rect width="20" height="14" x="2" y="3" rx="2"/><path d="M8 21h8M12 17v4"/>')],
  [
    "light",
    "Light",
    icon(
      '<circle cx="12" cy="12" r="4"/><path d="M12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M6.3 17.7l-1.4 1.4M19.1 4.9l-1.4 1.4"/>',
    ),
  ],
  ["dark", "Dark", icon('<path d="M12 3a6 6 0 0 0 9 9 9 9 0 1 1-9-9Z"/>')],
];

const header = (assets: string) => `<header>
<a class="home" href="/docs">${stones}Cairn <span>API reference</span></a>
<div class="search"><input id="search" type="search" role="combobox" aria-label="Search the reference" aria-expanded="false" aria-controls="results" aria-autocomplete="list" placeholder="Search" autocomplete="off" spellcheck="false" data-index="${assets}/search.json"><kbd>/</kbd><div id="results" role="listbox" aria-label="Results" hidden></div></div>
<div class="end"><label class="project" hidden>Token of <select id="project"></select></label><fieldset class="themes" aria-label="Theme">${themes
  .map(
    ([name, label, shape]) =>
      `<button type="button" data-theme="${name}" aria-label="${label}" title="${label}" aria-pressed="${name === "system"}">${shape}</button>`,
  )
  .join("")}</fieldset></div>
</header>`;

/** The pages by chapter, with the headings of the open page. */
function navigation(pages: ReferencePage[], open: ReferencePage | null): string {
  const chapters = Map.groupBy(pages, ({ chapter }) => chapter);
  return [...chapters]
    .map(
      ([chapter, list]) =>
        `<p class="chapter">${escaped(chapter)}</p><ul>${list.map((page) => entry(page, page === open)).join("")}</ul>`,
    )
    .join("");
}

/** The first page's title is the name of the reference. */
const labelOf = ({ path, title }: ReferencePage) => escaped(path === "/docs" ? "Overview" : title);

function entry(page: ReferencePage, isOpen: boolean): string {
  const { path, sections } = page;
  const inner =
    isOpen && sections.length > 1
      ? `<ul>${sections.map(({ id, title }) => `<li><a href="#${escaped(id)}">${escaped(title)}</a></li>`).join("")}</ul>`
      : "";
  return `<li><a href="${path}"${isOpen ? ' aria-current="page"' : ""}>${labelOf(page)}</a>${inner}</li>`;
}

function turn(pages: ReferencePage[], open: ReferencePage): string {
  const at = pages.indexOf(open);
  const [before, after] = [pages[at - 1], pages[at + 1]];
  return `<nav class="turn" aria-label="Neighbouring pages">${before ? `<a rel="prev" href="${before.path}">← ${labelOf(before)}</a>` : "<span></span>"}${
    after ? `<a rel="next" href="${after.path}">${labelOf(after)} →</a>` : ""
  }</nav>`;
}

const document = (assets: string, title: string, head: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(title)}</title><meta name="robots" content="noindex,nofollow"><link rel="icon" href="${assets}/icon.svg" type="image/svg+xml"><link rel="preload" href="${assets}/geist.woff2" as="font" type="font/woff2" crossorigin><link rel="stylesheet" href="${assets}/reference.css">${head}<script src="${assets}/theme.js"></script><script type="module" src="${assets}/reference.mjs"></script></head>
<body><a class="skip" href="#content">Skip to the page</a>
${header(assets)}
<div class="frame">${body}</div>
</body></html>
`;

const sides = (pages: ReferencePage[], open: ReferencePage | null) => {
  const links = navigation(pages, open);
  return `<nav class="side" aria-label="Pages">${links}</nav><details class="menu"><summary>Contents</summary><nav aria-label="Pages">${links}</nav></details>`;
};

export function pageHtml(pages: ReferencePage[], open: ReferencePage, assets: string): string {
  const title = open.path === "/docs" ? "API reference · Cairn" : `${open.title} · Cairn API`;
  const head = `<link rel="alternate" type="text/markdown" href="${markdownPath(open.path)}">`;
  return document(
    assets,
    title,
    head,
    `${sides(pages, open)}<main id="content">${contentHtml(open)}${turn(pages, open)}</main>`,
  );
}

export const missingHtml = (pages: ReferencePage[], assets: string): string =>
  document(
    assets,
    "Not found · Cairn API",
    "",
    `${sides(pages, null)}<main id="content"><h1>This page does not exist</h1><p class="lead">Search the reference, or go to the <a href="/docs">overview</a>.</p></main>`,
  );
