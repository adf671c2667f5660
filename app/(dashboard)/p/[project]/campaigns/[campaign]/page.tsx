import type { Metadata } from "next";
import { CampaignPage } from "./campaign";

export const metadata: Metadata = { title: "Campaign" };

export default function Page() {
  return <CampaignPage />;
}
