import type { Metadata } from "next";
import { Accounts } from "./accounts";

export const metadata: Metadata = { title: "Pulled from networks" };

export default function AccountsPage() {
  return <Accounts />;
}
