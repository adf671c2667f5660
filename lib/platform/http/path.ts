import { Refusal } from "@/lib/base/refusal";

/** Matches a path written as `/api/v1/campaigns/:display_id` and reads its parameters. */
export function pathMatcher(path: string): (sent: string) => Record<string, string> | null {
  const names: string[] = [];
  const source = path.replace(/[.]/g, "\\.").replace(/:([a-z_]+)/g, (_all, name: string) => {
    names.push(name);
    return "([^/]+)";
  });
  const pattern = new RegExp(`^${source}/?$`);
  return (sent) => {
    const match = pattern.exec(sent);
    if (!match) return null;
    const params: Record<string, string> = Object.create(null);
    names.forEach((name, i) => {
      params[name] = decode(match[i + 1]!);
    });
    return params;
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Refusal("malformed_request", "The path is not valid.");
  }
}
