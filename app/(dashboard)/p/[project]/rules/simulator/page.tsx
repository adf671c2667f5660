import type { Metadata } from "next";
import { Simulator } from "./simulator";

export const metadata: Metadata = { title: "Simulator" };

export default function SimulatorPage() {
  return <Simulator />;
}
