import type { Metadata } from "next";
import { Details } from "./details";

export const metadata: Metadata = { title: "Details" };

export default function DetailsPage() {
  return <Details />;
}
