import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { cn } from "@/components/cn";
import { InBrowser } from "@/components/in-browser";
import { readTheme, THEME_COOKIE } from "@/components/theme";
import { Toaster } from "@/components/ui/toaster";
import { languageOf } from "@/lib/base/languages/languages";
import { version } from "@/lib/base/version";
import "./globals.css";

export const metadata: Metadata = {
  description: "Mobile attribution and campaigns, on your own server.",
  robots: { index: false, follow: false },
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f7f7f4" },
    { media: "(prefers-color-scheme: dark)", color: "#0f0f0d" },
  ],
};

// The theme is a cookie, so that the first byte has it, without a script or a flash.
export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = readTheme((await cookies()).get(THEME_COOKIE)?.value);
  const received = await headers();
  const language = languageOf({ cookie: received.get("cookie"), accepted: received.get("accept-language") });
  return (
    <html
      lang={language}
      className={cn(GeistSans.variable, GeistMono.variable, theme !== "system" && theme)}
      suppressHydrationWarning
    >
      {/* The texts must be there before any other script runs. */}
      {language === "en" ? null : (
        <head>
          <script src={`/languages/${language}.js?${version}`} nonce={received.get("x-nonce") ?? undefined} />
        </head>
      )}
      <body className="min-h-dvh font-sans">
        {language === "en" ? children : <InBrowser>{children}</InBrowser>}
        <Toaster />
      </body>
    </html>
  );
}
