import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { isLanguage } from "@/lib/base/languages/languages";
import { callerCacheOf, shippedFile } from "@/lib/platform/http/bundled-file";
import type { Reply } from "@/lib/platform/http/reply";

const folder = join(import.meta.dirname, "../../languages");

/** The language whose texts a path has. English is in the source. */
export function languageOfPath(path: string): string | null {
  const language = /^\/languages\/([a-z]{2})\.js$/.exec(path)?.[1];
  return isLanguage(language) && language !== "en" ? language : null;
}

/** A script with the texts of a language, which the dashboard's pages run before all others (app/layout.tsx). */
export const languageScript = (
  language: string,
  { headers }: Pick<IncomingMessage, "headers">,
): Promise<Reply> =>
  shippedFile(
    `languages/${language}`,
    {
      type: "text/javascript; charset=utf-8",
      read: async () => {
        const texts = JSON.parse(await readFile(join(folder, `${language}.json`), "utf8"));
        return Buffer.from(`globalThis.cairnTexts=${JSON.stringify({ language, texts })}`);
      },
    },
    callerCacheOf(headers),
  );
