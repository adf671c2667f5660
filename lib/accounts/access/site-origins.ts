/** The websites that may send a project's visits. Runs in the browser too. */
import { z } from "zod";

const maxOrigins = 20;

/** The origin that a browser sends for a page at the address; null if the address is not of a website. */
function originIn(text: string): string | null {
  const named = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(named)) return null;
  const { origin, protocol, hostname, username } = new URL(named);
  const isSite = (protocol === "https:" || protocol === "http:") && username === "";
  return isSite && (hostname.includes(".") || hostname === "localhost" || hostname.startsWith("["))
    ? origin
    : null;
}

export const siteOrigins = z
  .array(z.string({ error: "A website must be text." }), { error: "Websites must be a list." })
  .max(maxOrigins, `At most ${maxOrigins} websites.`)
  .transform((list, context) => {
    const found: string[] = [];
    for (const text of list) {
      const trimmed = text.trim();
      if (trimmed === "") continue;
      const origin = originIn(trimmed);
      if (origin === null) {
        const message = `“${trimmed.slice(0, 100)}” isn't a website. Enter an address such as https://www.example.com.`;
        context.addIssue({ code: "custom", message });
        return z.NEVER;
      }
      found.push(origin);
    }
    return [...new Set(found)];
  });

/** The websites in the stored settings of a project. */
export function originsOfProject(settings: { web?: unknown }): string[] {
  const parsed = z.object({ origins: siteOrigins }).safeParse(settings.web);
  return parsed.success ? parsed.data.origins : [];
}
