/**
 * The small pages that a visitor of a link may see. They have no framework, load no other files and work without
 * scripts.
 */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { type Accent, accentOn, colorForm } from "@/lib/base/colors";
import { type SharePreviewCard, socialCardTags } from "@/lib/campaigns/social-card";
import type { Brand } from "@/lib/traffic/pages/brand";
import { qrPath } from "@/lib/traffic/pages/qr-path";

export type HtmlPage = { status: number; headers: Record<string, string>; body: string };

type Accents = { light: Accent; dark: Accent };

/** The background of buttons and links, in light and dark mode. */
const cards = { light: "#ffffff", dark: "#1b1e23" };

const defaultAccents: Accents = {
  light: { accent: "#1f5f4c", on: "#ffffff" },
  dark: { accent: "#7cc8ae", on: "#10201a" },
};

const styleText = ({
  light,
  dark,
}: Accents) => `:root{color-scheme:light dark;--ink:#16181d;--dim:#5b6270;--ground:#f6f5f2;--card:${cards.light};--line:#e4e2dc;--accent:${light.accent};--on:${light.on}}
@media (prefers-color-scheme:dark){:root{--ink:#eceae4;--dim:#a3a8b3;--ground:#121417;--card:${cards.dark};--line:#2d3138;--accent:${dark.accent};--on:${dark.on}}}
*{box-sizing:border-box}html,body{height:100%;margin:0}
body{background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;display:grid;place-items:center;padding:20px}
main{width:100%;max-width:380px;background:var(--card);border:1px solid var(--line);border-radius:20px;padding:32px 24px;text-align:center}
.mark{width:64px;height:64px;border-radius:16px;margin:0 auto 16px;display:grid;place-items:center;background:var(--accent);color:var(--on);font-size:28px;font-weight:600}
h1{font-size:20px;line-height:1.3;margin:0 0 8px;overflow-wrap:anywhere}p{margin:0 0 20px;color:var(--dim)}
a.go{display:block;padding:13px 16px;margin:0 0 10px;border-radius:12px;background:var(--accent);color:var(--on);font-weight:600;text-decoration:none}
a.go.second{background:none;color:var(--accent);box-shadow:inset 0 0 0 1px var(--line)}
.qr{display:block;width:200px;height:200px;margin:0 auto 20px;border-radius:12px;background:#fff}.qr path{fill:#000}
a:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
img.mark{display:block;object-fit:cover;background:none}.stars{margin:-4px 0 16px;font-size:14px}.small{font-size:14px;margin:12px 0 0}.small a{color:inherit}[hidden]{display:none}
.shots{display:flex;gap:8px;margin:24px 0 0;padding:0;list-style:none}.shots li{flex:1;min-width:0;max-width:33%}.shots img{display:block;width:100%;aspect-ratio:9/17;object-fit:cover;border-radius:10px;box-shadow:0 0 0 1px var(--line)}`;

type Style = { text: string; hash: string };

/** Each project has its own colour, and each colour its own style. */
const styles = new LRUCache<string, Style>({ max: 1_000 });

function styleOf(color: string | null): Style {
  const known = styles.get(color ?? "");
  if (known) return known;
  const accents =
    color === null || !colorForm.test(color)
      ? defaultAccents
      : { light: accentOn(color, cards.light), dark: accentOn(color, cards.dark) };
  const text = styleText(accents);
  const style = { text, hash: hashOf(text) };
  styles.set(color ?? "", style);
  return style;
}

/**
 * Tries the app, then opens the next address. On iOS it navigates to the app's scheme. On Android it uses a frame,
 * because a browser without the scheme would replace this page with an error. When the page is hidden, the app has
 * opened. If the link is to be copied to the clipboard, the page waits, because only a tap may write there.
 */
const openScript = `(()=>{var d=document.body.dataset,count=document.getElementById("count"),left=+d.wait,over=false,timer;
function stop(){over=true;clearTimeout(timer);if(count)count.hidden=true}
document.addEventListener("visibilitychange",function(){if(document.hidden)stop()});
addEventListener("pagehide",stop);document.addEventListener("click",stop);
function on(){if(!over&&d.next){over=true;location.href=d.next}}
function tick(){if(over)return;if(left<=0)return on();if(count){count.hidden=false;count.lastElementChild.textContent=Math.ceil(left/1000)}
var step=Math.min(left,1000);timer=setTimeout(function(){left-=step;tick()},step)}
if(d.app){if(d.frame){var f=document.createElement("iframe");f.hidden=true;f.src=d.app;document.body.appendChild(f)}else location.href=d.app}
if(d.next&&!d.copy)tick();
var c=document.getElementById("copy");if(c&&navigator.clipboard)c.addEventListener("click",function(e){e.preventDefault();
function go(){location.href=c.href}navigator.clipboard.writeText(d.copy).then(go,go)})})()`;

/** Reads a device property that is not in the user agent, and follows the link again with the result. */
const deviceScript = `(()=>{var u=new URL(location.href);u.searchParams.set("cairn_device",navigator.maxTouchPoints>1?"ipad":"mac");
if(document.referrer)u.searchParams.set("cairn_from",document.referrer);location.replace(u.href)})()`;

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

function policy(style: Style, script: string | null, frame: string | null, hasImages: boolean): string {
  return [
    "default-src 'none'",
    `style-src ${style.hash}`,
    ...(hasImages ? ["img-src 'self'"] : []),
    ...(script ? [`script-src ${hashOfScript(script)}`] : []),
    ...(frame ? [`frame-src ${frame}`] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

const scriptHashes = new Map([openScript, deviceScript].map((script) => [script, hashOf(script)]));
const hashOfScript = (script: string) => scriptHashes.get(script) ?? "'none'";

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign]!);

type Content = {
  status?: number;
  title: string;
  color?: string | null;
  hasImages?: boolean;
  head?: string;
  /** Values for the script, as attributes of the body. */
  data?: Record<string, string | null>;
  body: string;
  script?: string;
  frame?: string | null;
  headers?: Record<string, string>;
};

function page(content: Content): HtmlPage {
  const { status = 200, title, head = "", data = {}, body, script, frame, headers } = content;
  const style = styleOf(content.color ?? null);
  const attributes = Object.entries(data)
    .filter((pair): pair is [string, string] => pair[1] !== null)
    .map(([name, value]) => ` data-${name}="${escaped(value)}"`)
    .join("");
  return {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": policy(style, script ?? null, frame ?? null, content.hasImages ?? false),
      "referrer-policy": "no-referrer-when-downgrade",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex",
      ...headers,
    },
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(title)}</title>${head}<style>${style.text}</style></head><body${attributes}><main>${body}</main>${script ? `<script>${script}</script>` : ""}</body></html>`,
  };
}

/** Without an icon, the first letter of the name. */
const mark = ({ name, icon }: Brand) =>
  icon === null
    ? `<div class="mark" aria-hidden="true">${escaped([...name.trim()][0]?.toUpperCase() ?? "•")}</div>`
    : `<img class="mark" src="${escaped(icon)}" alt="" width="64" height="64">`;

const stars = ({ rating }: Brand) =>
  rating === null
    ? ""
    : `<p class="stars" role="img" aria-label="Rated ${rating.stars.toFixed(1)} of 5 by ${rating.people.toLocaleString("en")} people"><span aria-hidden="true">★ ${rating.stars.toFixed(1)} · ${rating.people.toLocaleString("en")} ratings</span></p>`;

/** Loaded last, because the buttons matter more. */
const shots = ({ name, pictures }: Brand) =>
  pictures.length === 0
    ? ""
    : `<ul class="shots" aria-label="Screenshots of ${escaped(name)}">${pictures
        .map(
          (picture, i) =>
            `<li><img src="${escaped(picture)}" alt="Screenshot ${i + 1}" loading="lazy" decoding="async"></li>`,
        )
        .join("")}</ul>`;

const branded = ({ color, icon, pictures }: Brand) => ({
  color,
  hasImages: icon !== null || pictures.length > 0,
});

export type LinkChoice = { label: string; url: string; id?: string };

const ways = (list: readonly LinkChoice[], first = "go") =>
  list
    .map(
      ({ label, url, id }, i) =>
        `<a${id === undefined ? "" : ` id="${id}"`} class="${i === 0 ? first : "go second"}" href="${escaped(url)}">${escaped(label)}</a>`,
    )
    .join("");

/** Explains why a link has no destination, and offers the existing ones. */
export function helpPage(help: {
  status: number;
  brand: Brand;
  title: string;
  text: string;
  ways: readonly LinkChoice[];
  headers?: Record<string, string>;
}): HtmlPage {
  return page({
    status: help.status,
    title: help.brand.name,
    ...branded(help.brand),
    headers: help.headers ?? {},
    body: `${mark(help.brand)}<h1>${escaped(help.title)}</h1><p>${escaped(help.text)}</p>${ways(help.ways)}`,
  });
}

export type DevicePage = { brand: Brand; link: string; ways: readonly LinkChoice[] };

/** For desktops, which cannot install apps: the link as a code to scan, and the stores. */
export function getAppPage({ brand, link, ways: list }: DevicePage): HtmlPage {
  const { size, path } = qrPath(link);
  return page({
    title: brand.name,
    ...branded(brand),
    body: `${mark(brand)}<h1>${escaped(brand.name)}</h1>${stars(brand)}<p>Scan this code with your phone to get the app.</p><svg class="qr" role="img" aria-label="QR code of this link" viewBox="0 0 ${size} ${size}"><path d="${path}"/></svg>${ways(list, "go second")}${shots(brand)}`,
  });
}

const schemeOf = (url: string) => /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase() ?? "";
const isWeb = (url: string) => /^https?:\/\//i.test(url);

export type OpenPage = {
  brand: Brand;
  platform: "IOS" | "ANDROID";
  /** The address in the app's own scheme, if the campaign has one. */
  app: string | null;
  /** The app's Android package, with which a browser opens the app without a prompt. */
  packageName: string | null;
  /** The destination if the app is not installed. */
  next: { url: string; isStore: boolean } | null;
  /** A web page with the same content. */
  website: string | null;
  /** The text for the app that a tap on the way to the store copies to the clipboard, if the project allows it. */
  copied?: string | null;
};

const waits = { IOS: 300, ANDROID: 5_000 };

/** Tries the app, then opens the next address. Every action of its script is also a link on the page. */
export function openPage(opening: OpenPage): HtmlPage {
  const { brand, platform, app, next } = opening;
  const copied = next?.isStore ? (opening.copied ?? null) : null;
  const { name } = brand;
  // An app with a web address opens only after a tap on the link, not from a script.
  const tried = app !== null && !isWeb(app) ? app : null;
  const list: (LinkChoice | null)[] = [
    app === null ? null : { label: `Continue in ${name}`, url: appLink(opening, app) },
    next === null
      ? null
      : copied === null
        ? { label: next.isStore ? "Get the app" : "Continue", url: next.url }
        : { label: "Copy link and get the app", url: next.url, id: "copy" },
  ];
  const web = opening.website !== null && opening.website !== next?.url ? opening.website : null;
  const count =
    platform === "ANDROID" && next !== null
      ? `<p class="small" id="count" hidden>${next.isStore ? "Going to the store in" : "Going on in"} <b>5</b> s</p>`
      : "";
  return page({
    title: name,
    ...branded(brand),
    data: {
      app: tried,
      frame: platform === "ANDROID" ? "1" : null,
      next: next?.url ?? null,
      wait: String(waits[platform]),
      copy: copied,
    },
    frame: tried !== null && platform === "ANDROID" ? `${schemeOf(tried)}:` : null,
    script: openScript,
    body: `${mark(brand)}<h1>${escaped(name)}</h1>${stars(brand)}<p>${app === null ? "Get the app to go on." : "Opening the app. If nothing happens, choose how to go on."}</p>${ways(list.filter((way) => way !== null))}${count}${
      web === null
        ? ""
        : `<p class="small"><a href="${escaped(web)}">Nothing happened? Open the link in the browser</a></p>`
    }${copied === null ? "" : `<p class="small">The app may ask to paste the link, so that it opens where you left off.</p>`}${shots(brand)}`,
  });
}

/** Chrome and browsers based on it open the app by its package, or else open the store themselves. */
function appLink({ platform, packageName, next }: OpenPage, app: string): string {
  if (platform !== "ANDROID" || packageName === null) return app;
  const rest = app.slice(app.indexOf(":") + 1).replace(/#.*$/s, "");
  const fallback = next === null ? "" : `;S.browser_fallback_url=${encodeURIComponent(next.url)}`;
  return `intent:${rest}#Intent;scheme=${schemeOf(app)};package=${packageName}${fallback};end`;
}

/** A script checks if this is an iPad; without scripts it counts as a Mac. */
export function devicePage(brand: Brand, asMac: string): HtmlPage {
  return page({
    title: brand.name,
    ...branded(brand),
    head: `<noscript><meta http-equiv="refresh" content="0;url=${escaped(asMac)}"></noscript>`,
    script: deviceScript,
    body: `${mark(brand)}<h1>${escaped(brand.name)}</h1><p class="small"><a href="${escaped(asMac)}">Continue</a></p>`,
    headers: { "referrer-policy": "no-referrer" },
  });
}

/** The page from which chat and social apps make a card. */
export function cardPage(card: SharePreviewCard, next: string | null): HtmlPage {
  return page({
    title: card.title,
    head: socialCardTags(card)
      .map(({ kind, name, content }) => `<meta ${kind}="${name}" content="${escaped(content)}">`)
      .join(""),
    body: `<h1>${escaped(card.title)}</h1>${card.text ? `<p>${escaped(card.text)}</p>` : ""}${next ? ways([{ label: "Continue", url: next }]) : ""}`,
  });
}
