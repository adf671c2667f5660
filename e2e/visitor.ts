import { request } from "node:http";

/** User agents of people and bots. */
export const agents = {
  iPhone:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
  android:
    "Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
  desktop:
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  crawler: "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
};

type Answer = { status: number; location: string; body: string };

/** Follows a link like a visitor whose DNS resolves the project's host to this server. */
export function followLink(host: string, path: string, agent: keyof typeof agents): Promise<Answer> {
  const { hostname, port } = new URL(process.env.E2E_BASE_URL ?? "http://localhost:3000");
  const headers = { host, "user-agent": agents[agent], accept: "text/html" };
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, path, headers }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (part) => {
        body += part;
      });
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? "", body }),
      );
    });
    call.on("error", reject);
    call.end();
  });
}

/** The referrer that Google Play passes to the app, from a link's redirect. */
export const referrerParam = (location: string): string =>
  new URL(location).searchParams.get("referrer") ?? "";
