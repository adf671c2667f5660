import type { NextConfig } from "next";
import { movedScreens } from "./app/moved-screens";

// What every answer carries. The content security policy of pages needs a nonce and is set in proxy.ts;
// routes answer data, so theirs can be closed altogether.
const always = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=(), browsing-topics=()" },
];

const config: NextConfig = {
  distDir: process.env.NEXT_DIST_DIR || ".next",
  poweredByHeader: false,
  // A caller who adds or leaves out a final slash gets an answer, not a redirect that drops the body.
  skipTrailingSlashRedirect: true,
  serverExternalPackages: [
    "postgres",
    "ioredis",
    "prom-client",
    "undici",
    "ssh2",
    "@opentelemetry/api",
    "@opentelemetry/core",
    "@opentelemetry/exporter-trace-otlp-http",
    "@opentelemetry/resources",
    "@opentelemetry/sdk-trace",
  ],
  turbopack: { root: import.meta.dirname },
  devIndicators: false,
  // Without a connection, a page that a member opens waits for it, instead of making way for the browser's error page.
  experimental: { useOffline: true },
  // `npm test` and `npm run check` check the types, which takes more memory than a small server has.
  typescript: { ignoreBuildErrors: true },
  redirects: async () =>
    movedScreens.map(([from, to]) => ({
      source: `/p/:project/${from}`,
      destination: `/p/:project/${to}`,
      permanent: false,
    })),
  headers: async () => [
    { source: "/(.*)", headers: always },
    // The address of a shared page gives access to it, so search engines and other sites must not get it.
    {
      source: "/share/(.*)",
      headers: [
        { key: "Referrer-Policy", value: "no-referrer" },
        { key: "X-Robots-Tag", value: "noindex, nofollow" },
      ],
    },
    {
      source: "/api/(.*)",
      headers: [{ key: "Content-Security-Policy", value: "default-src 'none'; frame-ancestors 'none'" }],
    },
  ],
};

export default config;
