// The script of the pages: theme, tabs, copying, search, old addresses, and the reader's own token in the examples.
import { rank } from "./ranking.mjs";

const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];
const root = document.documentElement;

/** Storage may be disabled. */
const stored = (key, value) => {
  try {
    if (value === undefined) return localStorage.getItem(key);
    localStorage.setItem(key, value);
  } catch {}
  return null;
};

/* Old addresses: headings of the earlier one-page reference. */

async function followOldAnchor() {
  const id = decodeURIComponent(location.hash.slice(1));
  if (location.pathname !== "/docs" || id === "" || document.getElementById(id)) return;
  const anchors = await (await fetch("/docs/anchors.json")).json();
  if (Object.hasOwn(anchors, id)) location.replace(anchors[id]);
}
void followOldAnchor();
addEventListener("hashchange", followOldAnchor);

/* Theme */

const themeButtons = $$("[data-theme]");
const showTheme = () => {
  const theme = root.classList.contains("dark")
    ? "dark"
    : root.classList.contains("light")
      ? "light"
      : "system";
  for (const each of themeButtons) each.setAttribute("aria-pressed", String(each.dataset.theme === theme));
};
for (const each of themeButtons)
  each.addEventListener("click", () => {
    const { theme } = each.dataset;
    root.classList.remove("light", "dark");
    if (theme !== "system") root.classList.add(theme);
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
    document.cookie = `theme=${theme}; path=/; max-age=${theme === "system" ? 0 : 365 * 86_400}; samesite=lax`;
    showTheme();
  });
showTheme();

/* Tabs: one choice for all samples of a group. */

function choose(group, label) {
  for (const figure of $$(`figure[data-group="${group}"]`)) {
    const tabs = $$("[data-tab]", figure);
    if (!tabs.some((each) => each.dataset.tab === label)) continue;
    for (const each of tabs) {
      if (each.tagName === "PRE") each.hidden = each.dataset.tab !== label;
      else each.setAttribute("aria-pressed", String(each.dataset.tab === label));
    }
  }
}
for (const group of ["language", "response"]) {
  const chosen = stored(`docs.${group}`);
  if (chosen) choose(group, chosen);
}
document.addEventListener("click", async ({ target }) => {
  const tab = target.closest("button[data-tab]");
  if (tab) {
    const { group } = tab.closest("figure").dataset;
    // Samples above may change their height, so the page scrolls to keep this one under the pointer.
    const before = tab.getBoundingClientRect().top;
    choose(group, tab.dataset.tab);
    scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: "instant" });
    stored(`docs.${group}`, tab.dataset.tab);
  }
  const copy = target.closest("button[data-copy]");
  if (copy) {
    await navigator.clipboard.writeText(
      copy.closest("figure").querySelector("pre:not([hidden])").textContent,
    );
    copy.textContent = "Copied";
    setTimeout(() => {
      copy.textContent = "Copy";
    }, 1_500);
  }
});

/* Navigation */

const menu = document.querySelector("details.menu");
menu?.addEventListener("click", ({ target }) => {
  if (target.closest("a")) menu.open = false;
});
document.querySelector("nav.side [aria-current=page]")?.scrollIntoView({ block: "nearest" });

/* Search */

const field = document.querySelector("#search");
const results = document.querySelector("#results");
let index = null;
let active = -1;

const load = () => {
  index ??= fetch(field.dataset.index).then((response) => response.json());
  return index;
};

const close = () => {
  results.hidden = true;
  field.setAttribute("aria-expanded", "false");
  field.removeAttribute("aria-activedescendant");
};

function mark(position) {
  const links = $$("a", results);
  active = links.length === 0 ? -1 : (position + links.length) % links.length;
  links.forEach((link, i) => {
    link.setAttribute("aria-selected", String(i === active));
  });
  if (active < 0) return field.removeAttribute("aria-activedescendant");
  field.setAttribute("aria-activedescendant", links[active].id);
  links[active].scrollIntoView({ block: "nearest" });
}

const part = (name, text) => {
  const made = document.createElement("span");
  made.className = name;
  made.textContent = text;
  return made;
};

async function search() {
  const query = field.value.trim();
  if (query === "") return close();
  const entries = await load();
  if (query !== field.value.trim()) return;
  const best = rank(entries, query);
  results.replaceChildren(
    ...best.map((entry, i) => {
      const link = document.createElement("a");
      link.href = entry.url;
      link.id = `result-${i}`;
      link.role = "option";
      link.tabIndex = -1;
      link.append(part("title", entry.title));
      if (entry.kind !== "page") link.append(part("where", entry.page));
      link.append(part("text", entry.text.slice(0, 140)));
      return link;
    }),
  );
  if (best.length === 0) results.append(part("none", "No results. Try a path, a field or an error code."));
  results.hidden = false;
  field.setAttribute("aria-expanded", "true");
  mark(0);
}

field.addEventListener("focus", load);
field.addEventListener("input", search);
field.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown" || event.key === "ArrowUp")
    mark(active + (event.key === "ArrowDown" ? 1 : -1));
  else if (event.key === "Enter") $$("a", results)[active]?.click();
  else if (event.key === "Escape") {
    field.value = "";
    close();
    return;
  } else return;
  event.preventDefault();
});
results.addEventListener("click", ({ target }) => {
  if (!target.closest("a")) return;
  close();
  field.blur();
});
document.addEventListener("pointerdown", ({ target }) => {
  if (!target.closest(".search")) close();
});
document.addEventListener("keydown", (event) => {
  const isTyping = event.target.closest("input, textarea, select");
  const isShortcut =
    (event.key === "k" && (event.ctrlKey || event.metaKey)) || (event.key === "/" && !isTyping);
  if (!isShortcut) return;
  event.preventDefault();
  field.focus();
  field.select();
});

/* The reader's own app token, if they are signed in. Server keys are stored as hashes and cannot be shown. */

const placeholder = "ct_yourProjectsToken";
const samples = $$("pre code").filter((each) => each.textContent.includes(placeholder));
const picker = document.querySelector("#project");

const data = async (path) => (await (await fetch(path)).json()).data;

async function fill(id) {
  const { token } = await data(`/api/dashboard/projects/${id}`);
  for (const each of samples) {
    each.dataset.source ??= each.textContent;
    each.textContent = each.dataset.source.replaceAll(placeholder, token);
  }
}

async function personalize() {
  if (samples.length === 0) return;
  // Returns 200 without a sign-in too, so that other readers cause no error.
  const session = await (await fetch("/api/auth/session")).json();
  if (!session?.user) return;
  const { projects } = await data("/api/dashboard/me");
  if (projects.length === 0) return;
  const known = stored("docs.project");
  const chosen = projects.find(({ id }) => String(id) === known) ?? projects[0];
  for (const { id, name } of projects) picker.append(new Option(name, id, false, id === chosen.id));
  picker.closest("label").hidden = false;
  picker.addEventListener("change", () => {
    stored("docs.project", picker.value);
    void fill(picker.value);
  });
  await fill(chosen.id);
}
personalize().catch(() => {});
