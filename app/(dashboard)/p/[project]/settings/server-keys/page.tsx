import type { Metadata } from "next";
import { ServerKeys } from "./server-keys";

export const metadata: Metadata = { title: "Server keys" };

export default function ServerKeysPage() {
  return <ServerKeys />;
}
