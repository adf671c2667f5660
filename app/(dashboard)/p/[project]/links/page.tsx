import type { Metadata } from "next";
import { LinkTester } from "./link-tester";

export const metadata: Metadata = { title: "Link tester" };

export default function LinkTesterPage() {
  return <LinkTester />;
}
