import type { Metadata } from "next";
import { Accept } from "./accept";

// The address contains a secret, so it must not reach other pages as a referrer.
export const metadata: Metadata = { title: "Invitation · Cairn", referrer: "no-referrer" };

export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  return <Accept token={(await params).token} />;
}
