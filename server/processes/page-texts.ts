import { AsyncLocalStorage } from "node:async_hooks";
import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { languageOf } from "../../lib/base/languages/languages.ts";

type Texts = { language: string; texts: Record<string, string> };

const read = new Map<string, Texts>();

function textsOf(language: string): Texts {
  const known = read.get(language);
  if (known) return known;
  const file = join(import.meta.dirname, "../../languages", `${language}.json`);
  const texts = { language, texts: JSON.parse(readFileSync(file, "utf8")) };
  read.set(language, texts);
  return texts;
}

const current = new AsyncLocalStorage<Texts | null>();
(globalThis as { cairnRequestTexts?: () => Texts | null }).cairnRequestTexts = () =>
  current.getStore() ?? null;

/** Pages are rendered in the reader's language. Calls of the API have English messages, which the pages translate. */
export function inLanguageOf(request: IncomingMessage, run: () => void): void {
  const { cookie, "accept-language": accepted } = request.headers;
  const language = request.url?.startsWith("/api/") ? "en" : languageOf({ cookie, accepted });
  current.run(language === "en" ? null : textsOf(language), run);
}
