// @ts-check
/**
 * Web to app: keeps which ad brought a visitor, takes it along to the store, and shows a banner. Served at /cairn.js.
 * No cookie, no fingerprint. Beyond this tab nothing of the ad is kept before `consent(true)`; that a visitor closed the
 * banner is, because closing it asks for that.
 *
 *   <script async src="https://links.example.com/cairn.js" data-link="https://links.example.com/summer"></script>
 */
(() => {
  /** @typedef {import("./cairn").Touch} Touch */
  /** @typedef {import("./cairn").BannerOptions} BannerOptions */

  const script = document.currentScript;
  const settings = script instanceof HTMLElement ? script.dataset : {};
  const names =
    "gclid gbraid wbraid gad_campaignid gad_source fbclid ttclid ScCid msclkid li_fat_id twclid rdt_cid epik".split(
      " ",
    );
  const key = "cairn.touches";
  const closedKey = "cairn.banner";
  const day = 864e5;

  /** A store's own refusal, such as in a private window, means that nothing is kept. */
  /** @template T @param {() => T} step @returns {T | null} */
  const tried = (step) => {
    try {
      return step();
    } catch {
      return null;
    }
  };

  /** @param {"sessionStorage" | "localStorage"} name @param {string} of */
  const read = (name, of) =>
    tried(() => {
      const value = JSON.parse(window[name].getItem(of) || "null");
      return value && value.until > Date.now() ? value.data : null;
    });

  /** @param {"sessionStorage" | "localStorage"} name @param {string} of @param {unknown} data @param {number} days @param {number} [since] */
  const write = (name, of, data, days, since = Date.now()) =>
    tried(() => window[name].setItem(of, JSON.stringify({ until: since + days * day, data })));

  const days = Math.min(Math.max(Number(settings.days) || 30, 1), 365);
  /** What was kept with consent is used only while it holds: taking it back deletes it. */
  let kept = read("localStorage", key);
  let mayKeep = kept !== null;

  /** @type {{ first: Touch | null, last: Touch | null }} */
  let touches = read("sessionStorage", key) || kept || { first: null, last: null };

  const found = paramsOf(location.search);
  const own =
    Object.keys(found).length > 0 ? { params: found, page: location.pathname, at: Date.now() } : null;
  if (own) {
    touches.first = touches.first || own;
    touches.last = own;
  }
  save();

  function save() {
    write("sessionStorage", key, touches, 1);
    // From the ad on, however often the visitor comes back without one.
    if (mayKeep)
      write("localStorage", key, touches, days, (touches.last || touches.first || { at: Date.now() }).at);
  }

  /** @param {string} search @returns {Record<string, string>} */
  function paramsOf(search) {
    /** @type {Record<string, string>} */
    const params = {};
    new URLSearchParams(search).forEach((value, name) => {
      const isAd = names.includes(name) || /^utm_[a-z_]{1,20}$/.test(name);
      if (isAd && value !== "" && value.length <= 500) params[name] = value;
    });
    return params;
  }

  /** A link of a Cairn with what brought the visitor. What the link says itself stays. @param {string} link */
  function withTouch(link) {
    const url = new URL(link, location.href);
    const params = (touches.last || touches.first || { params: {} }).params;
    for (const name of Object.keys(params))
      if (!url.searchParams.has(name)) url.searchParams.set(name, params[name] || "");
    if (!url.searchParams.has("web_page")) url.searchParams.set("web_page", location.pathname.slice(0, 200));
    return url.href;
  }

  const stores = /^https?:\/\/(play\.google\.com\/store\/apps\/|(apps|itunes)\.apple\.com\/)|^market:\/\//;

  /** The link for a store's button: its own, or the page's. @param {Element} button */
  function linkOf(button) {
    const own = button.getAttribute("data-cairn");
    if (own !== null) return own || settings.link || null;
    return stores.test(button.getAttribute("href") || "") ? settings.link || null : null;
  }

  /**
   * At the moment of the click, so that buttons which come later are no different, and what the page itself shows and
   * copies stays its own. The store's address is put back: the page may need it.
   */
  /** @param {Event} event */
  function follow(event) {
    const target = event.target instanceof Element ? event.target.closest("a[href]") : null;
    const link = target && linkOf(target);
    if (!(target instanceof HTMLAnchorElement) || !link) return;
    const address = tried(() => withTouch(link));
    if (!address || !/^https?:/.test(address)) return;
    const before = target.getAttribute("href") || "";
    target.setAttribute("href", address);
    setTimeout(() => target.setAttribute("href", before), 0);
  }
  for (const kind of ["click", "auxclick"]) document.addEventListener(kind, follow, true);

  /** @type {HTMLElement | null} */
  let host = null;

  /** One element, whose styles neither reach the page nor come from it. @param {BannerOptions} options */
  function banner(options) {
    const link = options.link || settings.link;
    const isPhone = /android|iphone|ipad|ipod/i.test(navigator.userAgent);
    const isClosed = read("localStorage", closedKey) !== null;
    if (host || !link || isClosed || !(isPhone || options.everywhere)) return false;
    host = document.createElement("div");
    host.setAttribute("data-cairn-banner", "");
    const root = host.attachShadow({ mode: "open" });
    const style = document.createElement("style");
    style.textContent = `:host{all:initial}
section{position:fixed;inset:${options.position === "bottom" ? "auto 0 0" : "0 0 auto"};z-index:2147483000;display:flex;gap:12px;align-items:center;padding:10px 12px;padding-block:max(10px,env(safe-area-inset-${options.position === "bottom" ? "bottom" : "top"}));background:#fff;color:#111;font:14px/1.35 system-ui,sans-serif;box-shadow:0 0 12px #0003}
img{width:44px;height:44px;border-radius:10px}
p{flex:1;min-width:0;margin:0}
b,span{display:block;overflow-wrap:anywhere}
span{color:#444;font-size:13px}
a{padding:12px 16px;border-radius:999px;background:#111;color:#fff;font-weight:600;text-decoration:none;white-space:nowrap}
button{min-width:44px;min-height:44px;border:0;background:none;color:#444;font-size:20px;cursor:pointer}
:focus-visible{outline:3px solid #2563eb;outline-offset:2px}
@media(prefers-color-scheme:dark){section{background:#1b1b1b;color:#fff}span,button{color:#ccc}a{background:#fff;color:#111}}`;
    const section = element("section", "");
    section.setAttribute("role", "region");
    section.setAttribute("aria-label", options.title);
    const close = element("button", "\u00d7");
    close.setAttribute("type", "button");
    close.setAttribute("aria-label", options.close || "Close");
    close.addEventListener("click", () => {
      write("localStorage", closedKey, 1, 14);
      host?.remove();
    });
    section.append(close);
    if (options.icon && /^https:/.test(options.icon)) {
      const icon = element("img", "");
      icon.setAttribute("src", options.icon);
      icon.setAttribute("alt", "");
      section.append(icon);
    }
    const text = element("p", "");
    text.append(element("b", options.title));
    if (options.text) text.append(element("span", options.text));
    const open = element("a", options.button || "Open");
    const address = tried(() => withTouch(link));
    if (!address || !/^https?:/.test(address)) {
      host = null;
      return false;
    }
    open.setAttribute("href", address);
    section.append(text, open);
    root.append(style, section);
    document.body.append(host);
    return true;
  }

  /** @param {string} name @param {string} text */
  function element(name, text) {
    const made = document.createElement(name);
    made.textContent = text;
    return made;
  }

  window.cairn = {
    touches: () => JSON.parse(JSON.stringify(touches)),
    link: withTouch,
    /** @param {boolean} isGiven */
    consent(isGiven) {
      mayKeep = isGiven;
      if (isGiven) return save();
      tried(() => localStorage.removeItem(key));
      // What came from there is forgotten in this tab, too.
      if (kept) touches = { first: own, last: own };
      kept = null;
      save();
    },
    banner,
  };
  if (settings.bannerTitle) {
    const { bannerTitle: title, bannerText: text, bannerButton: button, bannerIcon: icon } = settings;
    const show = () => void banner({ title, text, button, icon });
    if (document.body) show();
    else document.addEventListener("DOMContentLoaded", show);
  }
  document.dispatchEvent(new Event("cairn"));
})();
