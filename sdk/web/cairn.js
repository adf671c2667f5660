// @ts-check
/**
 * Web to app: keeps which ad brought a visitor, takes it along to the store, and shows a banner. With a site token it
 * also reports visits and events, so that installs are seen to follow from them. Served at /cairn.js. No cookie, no
 * fingerprint. Beyond this tab nothing of the visitor is kept before `consent(true)`; that a visitor closed the banner is,
 * because closing it asks for that.
 *
 *   <script async src="https://links.example.com/cairn.js" data-link="https://links.example.com/summer"
 *     data-token="cw_…"></script>
 */
((start) => {
  const script = document.currentScript;
  // A page that is loaded ahead may never be looked at; what it stores is lost when it is.
  if ("prerendering" in document && document.prerendering)
    document.addEventListener("prerenderingchange", () => start(script), { once: true });
  else start(script);
})((/** @type {HTMLOrSVGScriptElement | null} */ script) => {
  /** @typedef {import("./cairn").Touch} Touch */
  /** @typedef {import("./cairn").BannerOptions} BannerOptions */

  const settings = script instanceof HTMLElement ? script.dataset : {};
  const source = (script instanceof HTMLScriptElement && script.src) || location.href;
  const names =
    "gclid gbraid wbraid gad_campaignid gad_source fbclid ttclid ScCid msclkid li_fat_id twclid rdt_cid epik cairn_click cairn_campaign".split(
      " ",
    );
  const key = "cairn.touches";
  const closedKey = "cairn.banner";
  const webKey = "cairn.web";
  const visitKey = "cairn.visit";
  const queueKey = "cairn.queue";
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
  /** Data stored with consent is used only while it applies: taking it back deletes it. */
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
  /** Only where visits are reported is there anything to tell visitors apart for. */
  const { token } = settings;
  const keptId = token ? read("localStorage", webKey) : null;
  /** @type {string} */
  let webId = (token && (read("sessionStorage", webKey) || keptId)) || randomId();
  save();

  function save() {
    write("sessionStorage", key, touches, 1);
    if (token) write("sessionStorage", webKey, webId, 1);
    if (!mayKeep) return;
    // From the ad on, however often the visitor comes back without one.
    write("localStorage", key, touches, days, (touches.last || touches.first || { at: Date.now() }).at);
    if (token) write("localStorage", webKey, webId, days);
  }

  function randomId() {
    return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
      byte.toString(16).padStart(2, "0"),
    ).join("");
  }

  /** A site may have visitors asked before anything is sent, by itself or by its consent platform. */
  const maySend = () => token && (!/^(wait|cmp)$/.test(settings.consent || "") || mayKeep);
  /** The strings of the page's consent platform. @type {{ tc_string?: string, gpp_string?: string }} */
  const strings = {};
  /** @type {Record<string, unknown>[]} */
  let waiting = [];
  /** @type {Set<unknown>} */
  const flying = new Set();
  let isVisitTold = read("sessionStorage", visitKey) !== null;

  /**
   * Calls without a response are sent again by the next page: each has an id, by which it counts once. A browser that
   * stores nothing sends it once, and forgets it.
   */
  /** @param {Record<string, unknown>} what */
  function tell(what) {
    if (!token) return false;
    const { first, last } = touches;
    // As it is now. What JSON cannot say, such as a circle, is left out: neither the page nor other calls suffer from it.
    const call = tried(() =>
      JSON.parse(
        JSON.stringify({
          ...what,
          web_id: webId,
          event_id: randomId(),
          page: location.pathname.slice(0, 500),
          first,
          last,
          timestamp: Date.now(),
        }),
      ),
    );
    const isData = call && JSON.stringify(call.data || {})[0] === "{";
    if (!isData || !isSmall(call)) {
      console.warn("Cairn: data must be an object of JSON, up to 15 kB");
      return false;
    }
    waiting.push(call);
    flush();
    return true;
  }

  /** @param {object} call */
  const isSmall = (call) => new Blob([JSON.stringify(call)]).size <= 15e3;

  function flush() {
    if (!maySend()) return;
    if (waiting.some(({ type }) => type === "visit")) {
      isVisitTold = true;
      write("sessionStorage", visitKey, 1, 1);
    }
    /** @type {Record<string, unknown>[]} */
    const queue = [...(read("sessionStorage", queueKey) || []), ...waiting].slice(-20);
    waiting = [];
    for (const each of queue) if (isSmall({ ...each, ...strings })) Object.assign(each, strings);
    write("sessionStorage", queueKey, queue, 1);
    for (const each of queue) {
      if (flying.has(each.event_id)) continue;
      flying.add(each.event_id);
      // Text, so that the browser need not ask beforehand.
      fetch(`${new URL(source).origin}/api/web/event?token=${encodeURIComponent(token || "")}`, {
        method: "POST",
        body: JSON.stringify({ ...each, sent_at: Date.now() }),
        keepalive: true,
        credentials: "omit",
      })
        .then(({ status }) => {
          if (status === 429 || status >= 500) return;
          /** @type {Record<string, unknown>[]} */
          const left = read("sessionStorage", queueKey) || [];
          const others = left.filter(({ event_id }) => event_id !== each.event_id);
          write("sessionStorage", queueKey, others, 1);
        })
        .catch(() => {})
        .finally(() => flying.delete(each.event_id));
    }
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

  /** What the server would refuse is not sent. @param {string} what @param {unknown} text */
  const isText = (what, text) => {
    const is = typeof text === "string" && text.trim() !== "" && text.length <= 256;
    if (!is) console.warn(`Cairn: ${what} must be a text of 1 to 256 characters`);
    return is;
  };

  /** A link of a Cairn with what brought the visitor. What the link says itself stays. @param {string} link */
  function withTouch(link) {
    const url = new URL(link, location.href);
    const params = (touches.last || touches.first || { params: {} }).params;
    for (const name of Object.keys(params))
      if (!/^cairn_/.test(name) && !url.searchParams.has(name))
        url.searchParams.set(name, params[name] || "");
    // The click is joined with the visitor by it, and the install with both.
    if (maySend()) url.searchParams.set("cairn_web", webId);
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
    const link = options?.link || settings.link;
    const isPhone = /android|iphone|ipad|ipod/i.test(navigator.userAgent);
    const isClosed = read("localStorage", closedKey) !== null;
    if (host || !options || !link || isClosed || !(isPhone || options.everywhere)) return false;
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

  /** @param {boolean} isGiven */
  function consent(isGiven) {
    mayKeep = isGiven;
    if (isGiven) {
      save();
      flush();
      if (!isVisitTold) tell({ type: "visit" });
      return;
    }
    waiting = [];
    tried(() => sessionStorage.removeItem(queueKey));
    for (const name of [key, webKey]) tried(() => localStorage.removeItem(name));
    // What came from there is forgotten in this tab, too.
    if (kept) touches = { first: own, last: own };
    if (keptId === webId) webId = randomId();
    kept = null;
    save();
  }

  /** With `data-consent="cmp"`, the page's consent platform decides: purposes 1 and 7, where the GDPR applies. */
  function listen() {
    const { __tcfapi, __gpp } = window;
    /** @param {boolean} isGiven */
    const decide = (isGiven) => settings.consent === "cmp" && consent(isGiven);
    __gpp?.("addEventListener", ({ pingData }, isFine) => {
      if (!isFine || pingData?.signalStatus !== "ready") return;
      if (pingData.gppString) strings.gpp_string = pingData.gppString;
      // An opt-out in the United States limits ads, not measurement. Section 2 is the TCF, which has its own function.
      if (!__tcfapi) decide(!pingData.applicableSections?.includes(2));
    });
    __tcfapi?.("addEventListener", 2, (data, isFine) => {
      if (!isFine || !/^(tcloaded|useractioncomplete)$/.test(data.eventStatus || "")) return;
      if (data.tcString) strings.tc_string = data.tcString;
      const given = data.purpose?.consents || {};
      decide(data.gdprApplies === false || (given[1] === true && given[7] === true));
    });
    return __tcfapi || __gpp;
  }
  // The page may load its platform later.
  if (!listen()) window.addEventListener?.("load", listen);

  window.cairn = {
    touches: () => JSON.parse(JSON.stringify(touches)),
    link: (link) => tried(() => withTouch(link)) ?? String(link),
    consent,
    /** @param {string} name @param {Record<string, unknown>} [data] */
    event: (name, data = {}) => isText("an event's name", name) && tell({ type: "event", name, data }),
    /** @param {string} user */
    identify: (user) => isText("a user's id", user) && tell({ type: "identify", user_id: user }),
    banner,
  };
  // Once in a tab, and again with each ad.
  if (own || !isVisitTold) tell({ type: "visit" });
  else flush();
  if (settings.bannerTitle) {
    const { bannerTitle: title, bannerText: text, bannerButton: button, bannerIcon: icon } = settings;
    const show = () => void banner({ title, text, button, icon });
    if (document.body) show();
    else document.addEventListener("DOMContentLoaded", show);
  }
  document.dispatchEvent(new Event("cairn"));
});
