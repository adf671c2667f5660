import type { Metadata } from "next";
import { Integrate } from "./integrate";

export const metadata: Metadata = { title: "Integrate" };

export default function IntegratePage() {
  return <Integrate />;
}
