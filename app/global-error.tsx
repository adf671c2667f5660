"use client";

import "./globals.css";
import PageError from "./error";

/** Shown if the frame around every page fails, too. */
export default function GlobalError(props: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en">
      <body className="min-h-dvh font-sans">
        <title>Cairn</title>
        <PageError {...props} />
      </body>
    </html>
  );
}
