import type { Metadata } from "next";
import { SharedPage } from "./shared-page";

export const metadata: Metadata = {
  title: "Shared figures · Cairn",
  robots: { index: false, follow: false },
  referrer: "no-referrer",
};

/** For people without an account: what somebody shared, and no way to anything else. */
export default async function SharePage({ params }: { params: Promise<{ token: string }> }) {
  return <SharedPage token={(await params).token} />;
}
