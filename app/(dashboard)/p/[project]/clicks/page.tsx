import type { Metadata } from "next";
import { Clicks } from "./clicks";

export const metadata: Metadata = { title: "Clicks" };

export default function ClicksPage() {
  return <Clicks />;
}
