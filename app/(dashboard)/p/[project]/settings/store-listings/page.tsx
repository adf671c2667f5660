import type { Metadata } from "next";
import { StoreListings } from "./store-listings";

export const metadata: Metadata = { title: "Store listings" };

export default function StoreListingsPage() {
  return <StoreListings />;
}
