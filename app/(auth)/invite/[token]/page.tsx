import type { Metadata } from "next";
import { Accept } from "./accept";

// The address holds a secret; no page that is opened from here may learn it.
export const metadata: Metadata = { title: "Invitation · Cairn", referrer: "no-referrer" };

export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  return <Accept token={(await params).token} />;
}
