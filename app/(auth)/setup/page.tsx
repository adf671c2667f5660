import type { Metadata } from "next";
import { SetUp } from "./set-up";

// The address contains a secret, so it must not reach other pages as a referrer.
export const metadata: Metadata = { title: "Set up · Cairn", referrer: "no-referrer" };

export default function SetUpPage() {
  return <SetUp />;
}
