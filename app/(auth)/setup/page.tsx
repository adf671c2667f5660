import type { Metadata } from "next";
import { SetUp } from "./set-up";

// The address holds a secret; no page that is opened from here may learn it.
export const metadata: Metadata = { title: "Set up · Cairn", referrer: "no-referrer" };

export default function SetUpPage() {
  return <SetUp />;
}
