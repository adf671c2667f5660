import type { Metadata } from "next";
import { Trial } from "./trial";

export const metadata: Metadata = { title: "Trial of rules" };

export default async function TrialPage({ params }: { params: Promise<{ trial: string }> }) {
  return <Trial id={(await params).trial} />;
}
