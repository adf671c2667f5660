import type { Metadata } from "next";
import { Imports } from "./imports";

export const metadata: Metadata = { title: "Imports" };

export default function ImportsPage() {
  return <Imports />;
}
