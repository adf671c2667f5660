import type { Metadata } from "next";
import { InstallPage } from "./install";

export const metadata: Metadata = { title: "Install" };

export default async function OneInstallPage({ params }: { params: Promise<{ install: string }> }) {
  return <InstallPage id={(await params).install} />;
}
