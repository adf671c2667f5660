import type { Metadata } from "next";
import { Installs } from "./installs";

export const metadata: Metadata = { title: "Installs" };

export default function InstallsPage() {
  return <Installs />;
}
