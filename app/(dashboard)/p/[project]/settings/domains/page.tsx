import type { Metadata } from "next";
import { Domains } from "./domains";

export const metadata: Metadata = { title: "Domains" };

export default function DomainsPage() {
  return <Domains />;
}
