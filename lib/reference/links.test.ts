import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { expect, test } from "vitest";
import { endpoints } from "@/app/api/endpoints";
import { anchorsOf, referencePages } from "@/lib/reference/pages";
import { pageMarkdown } from "@/lib/reference/render/markdown";
import { referenceSite } from "@/lib/reference/site";

const root = join(import.meta.dirname, "../..");
const site = referenceSite(endpoints);
const pages = referencePages(endpoints);
const get = (path: string) => site({ method: "GET", path, header: () => null });
const html = async (path: string) => Buffer.from((await get(path)).body as Uint8Array).toString();

const unescaped = (text: string) => text.replaceAll("&amp;", "&").replaceAll("&#39;", "'");
const idsIn = (page: string) => [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => unescaped(id!));
const hrefsIn = (page: string) => [...page.matchAll(/ href="([^"]+)"/g)].map(([, href]) => unescaped(href!));
/** Paths that the server itself serves. */
const others = new Set(["/api/openapi.json", "/llms.txt"]);

test("each link and anchor of the reference resolves, and no ID appears twice on a page", async () => {
  const contents = new Map(
    await Promise.all(pages.map(async ({ path }) => [path, await html(path)] as const)),
  );
  const broken: string[] = [];
  for (const [path, page] of contents) {
    const ids = idsIn(page);
    expect(new Set(ids).size, path).toBe(ids.length);
    for (const href of hrefsIn(page)) {
      if (/^https?:/.test(href) || others.has(href)) continue;
      const [target = "", anchor] = href.split("#");
      const found = contents.get(target || path);
      if (found ? anchor !== undefined && !idsIn(found).includes(anchor) : (await get(target)).status !== 200)
        broken.push(`${path} → ${href}`);
    }
  }
  expect(broken).toEqual([]);
});

test("each heading of the former single page redirects to its page", async () => {
  const anchors = anchorsOf(pages);
  const former = [
    ...[
      "base-url",
      "authentication",
      "answers",
      "rate-limits",
      "apps",
      "apps-headers",
      "websites",
      "servers",
    ],
    ...["links", "tracking-links", "view-links", "link-parameters", "webhooks", "webhook-messages"],
    ...[
      "webhook-types",
      "operation",
      "start-and-attribution",
      "spend",
      "post/api/client/init",
      "get/api/metrics",
    ],
  ];
  for (const id of former) {
    expect(anchors[id], id).toBeDefined();
    const [path = "", anchor] = anchors[id]!.split("#");
    const page = await html(path);
    if (anchor) expect(idsIn(page), id).toContain(anchor);
    else expect(page).toContain("<h1>");
  }
});

/* ------------------------------------------------------------ Markdown -- */

const listed = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name}`);
const documents = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", ...listed("docs")];
const read = (path: string) => readFileSync(join(root, path), "utf8");
/** Removes code and comments. */
const proseOf = (text: string) => text.replace(/^```[\s\S]*?^```/gm, "").replace(/<!--[\s\S]*?-->/g, "");

/** Anchors in GitHub's format. */
function anchorsIn(text: string): string[] {
  const seen = new Map<string, number>();
  return [...proseOf(text).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => {
    const plain = heading!.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const id = plain.replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-");
    const count = seen.get(id) ?? 0;
    seen.set(id, count + 1);
    return count === 0 ? id : `${id}-${count}`;
  });
}

const linksIn = (text: string) =>
  [
    ...proseOf(text)
      .replace(/`[^`\n]*`/g, "")
      .matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g),
  ].map(([, a, b]) => a ?? b!);

const exists = (path: string) => {
  try {
    return readdirSync(join(root, dirname(path))).includes(path.split("/").at(-1)!);
  } catch {
    return false;
  }
};

test("each link and anchor of the documents resolves", () => {
  const broken = documents.flatMap((from) =>
    linksIn(read(from))
      .filter((link) => !/^(https?|mailto):/.test(link))
      .filter((link) => {
        const [target = "", anchor] = link.split("#");
        const path = target === "" ? from : normalize(join(dirname(from), target));
        if (!exists(path)) return true;
        return anchor !== undefined && path.endsWith(".md") && !anchorsIn(read(path)).includes(anchor);
      })
      .map((link) => `${from} → ${link}`),
  );
  expect(broken).toEqual([]);
});

test("each page of docs is at most two links from the README", () => {
  const from = (page: string) =>
    linksIn(read(page))
      .map((link) => link.split("#")[0]!)
      .filter((link) => link.endsWith(".md") && !link.includes(":"))
      .map((link) => relative(root, join(root, dirname(page), link)));
  const near = new Set(from("README.md"));
  const reached = new Set([...near, ...[...near].flatMap(from)]);
  expect(listed("docs").filter((page) => !reached.has(page))).toEqual([]);
});

const wordsIn = (text: string) => proseOf(text).split(/\s+/).filter(Boolean).length;

test("no page has more than 2,500 words", () => {
  const long = [
    ...listed("docs").map((path) => [path, wordsIn(read(path))] as const),
    ...pages.map((page) => [page.path, wordsIn(pageMarkdown(page))] as const),
  ].filter(([, words]) => words > 2_500);
  expect(long).toEqual([]);
});
