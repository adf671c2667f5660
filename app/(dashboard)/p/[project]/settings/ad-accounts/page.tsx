import type { Metadata } from "next";
import { AdAccounts } from "./ad-accounts";

export const metadata: Metadata = { title: "Ad accounts" };

export default function AdAccountsPage() {
  return <AdAccounts />;
}
