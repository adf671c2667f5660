import type { Metadata } from "next";
import { SharedPage } from "./shared-page";

export const metadata: Metadata = {
  title: "Shared figures · Cairn",
  robots: { index: false, follow: false },
  referrer: "no-referrer",
};

/** For people without an account: one shared view, without links to anything else. */
export default async function SharePage({ params }: { params: Promise<{ token: string }> }) {
  return <SharedPage token={(await params).token} />;
}
