import type { Metadata } from "next";
import { AppLinks } from "./app-links";

export const metadata: Metadata = { title: "App links" };

export default function AppLinksPage() {
  return <AppLinks />;
}
