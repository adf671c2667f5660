import type { Metadata } from "next";
import { Networks } from "./networks";

export const metadata: Metadata = { title: "Networks" };

export default function NetworksPage() {
  return <Networks />;
}
