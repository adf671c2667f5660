/**
 * The API reference as files in memory. They are built at the first request, compressed once and have an ETag, so
 * serving them is cheap.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type EncodedFile, encodedFileReply, encodedFiles } from "@/lib/platform/http/bundled-file";
import type { Endpoint } from "@/lib/platform/http/endpoint";
import { methodNotAllowed } from "@/lib/platform/http/endpoint";
import type { Reply } from "@/lib/platform/http/reply";
import { plainText, type ReferencePage } from "@/lib/reference/content/blocks";
import { jsonSchemaOf, webhookSchemas } from "@/lib/reference/content/webhook-schemas";
import { anchorsOf, referencePages } from "@/lib/reference/pages";
import { missingHtml, pageHtml } from "@/lib/reference/render/layout";
import { markdownPath, pageMarkdown } from "@/lib/reference/render/markdown";
import { searchIndex } from "@/lib/reference/render/search-index";

type SiteRequest = { method: string; path: string; header(name: string): string | null };
type SiteFile = { type: string; body: string | Uint8Array; cache: string; variants?: Promise<EncodedFile[]> };

const html = "text/html; charset=utf-8";
const markdown = "text/markdown; charset=utf-8";
const json = "application/json; charset=utf-8";
const script = "text/javascript; charset=utf-8";

/** The address of an asset contains a hash of all of them. */
const forever = "public, max-age=31536000, immutable";
/** Revalidated at each visit: upgrades appear at once, and all other responses are 304. */
const checked = "no-cache";

const always: Record<string, string> = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), browsing-topics=()",
};

export const isReferencePath = (path: string) =>
  path === "/docs" || path.startsWith("/docs/") || path === "/llms.txt";

/** Serves each path for which `isReferencePath` is true. */
export function referenceSite(endpoints: Endpoint[]): (request: SiteRequest) => Promise<Reply> {
  let files: Map<string, SiteFile> | null = null;
  return async ({ method, path, header }) => {
    if (method !== "GET" && method !== "HEAD") return methodNotAllowed(["GET", "HEAD"]);
    files ??= filesOf(referencePages(endpoints));
    const plain = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
    const wantsMarkdown = prefersMarkdown(header("accept")) && files.has(markdownPath(plain));
    const found = files.get(wantsMarkdown ? markdownPath(plain) : plain);
    const file = found ?? files.get(missing)!;
    file.variants ??= encodedFiles(Buffer.from(file.body), !file.type.startsWith("font/"));
    const reply = encodedFileReply(
      await file.variants,
      {
        ...always,
        "content-type": file.type,
        "cache-control": file.cache,
        ...(files.has(markdownPath(plain)) ? { vary: "Accept" } : {}),
      },
      { ifNoneMatch: found ? header("if-none-match") : null, acceptEncoding: header("accept-encoding") },
    );
    return found ? reply : { ...reply, status: 404 };
  };
}

/** Browsers do not accept Markdown. Programs that accept it either omit HTML or list it later. */
function prefersMarkdown(accept: string | null): boolean {
  const at = (accept ?? "").indexOf("text/markdown");
  const other = (accept ?? "").indexOf("text/html");
  return at !== -1 && (other === -1 || at < other);
}

/** The key of the page for missing paths; real paths are never empty. */
const missing = "";

const here = (name: string) => readFileSync(join(process.cwd(), "lib", "reference", name));
const font = (name: string) => here(`../../node_modules/geist/dist/fonts/${name}-Variable.woff2`);

function filesOf(pages: ReferencePage[]): Map<string, SiteFile> {
  const assets: [name: string, type: string, body: string | Uint8Array][] = [
    ["reference.css", "text/css; charset=utf-8", here("browser/reference.css")],
    ["theme.js", script, here("browser/theme.js")],
    ["reference.mjs", script, here("browser/reference.mjs")],
    ["ranking.mjs", script, here("browser/ranking.mjs")],
    ["search.json", json, JSON.stringify(searchIndex(pages))],
    ["icon.svg", "image/svg+xml", here("../../app/icon.svg")],
    ["geist.woff2", "font/woff2", font("geist-sans/Geist")],
    ["geist-mono.woff2", "font/woff2", font("geist-mono/GeistMono")],
  ];
  const hash = createHash("sha256");
  for (const [, , body] of assets) hash.update(body);
  const folder = `/docs/assets/${hash.digest("hex").slice(0, 12)}`;
  return new Map<string, SiteFile>([
    ...assets.map(([name, type, body]): [string, SiteFile] => [
      `${folder}/${name}`,
      { type, body, cache: forever },
    ]),
    ...pages.flatMap((page): [string, SiteFile][] => [
      [page.path, { type: html, body: pageHtml(pages, page, folder), cache: checked }],
      [markdownPath(page.path), { type: markdown, body: pageMarkdown(page), cache: checked }],
    ]),
    ...webhookSchemas.map((schema): [string, SiteFile] => [
      schema.path,
      {
        type: "application/schema+json",
        body: JSON.stringify(jsonSchemaOf(schema), null, 2),
        cache: checked,
      },
    ]),
    ["/docs/anchors.json", { type: json, body: JSON.stringify(anchorsOf(pages)), cache: checked }],
    ["/llms.txt", { type: "text/plain; charset=utf-8", body: llmsText(pages), cache: checked }],
    [missing, { type: html, body: missingHtml(pages, folder), cache: "no-store" }],
  ]);
}

/** A list of the pages for programs, in the format of llmstxt.org. */
function llmsText(pages: ReferencePage[]): string {
  const chapters = Map.groupBy(pages, ({ chapter }) => chapter);
  return [
    "# Cairn",
    "",
    "> Cairn is a self-hosted mobile attribution and campaign service. This is its API reference.",
    "",
    "The OpenAPI document is at /api/openapi.json.",
    ...[...chapters].flatMap(([chapter, list]) => [
      "",
      `## ${chapter}`,
      "",
      ...list.map(({ path, title, lead }) => `- [${title}](${markdownPath(path)}): ${plainText(lead)}`),
    ]),
    "",
  ].join("\n");
}
