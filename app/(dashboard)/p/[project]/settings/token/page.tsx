import type { Metadata } from "next";
import { AppToken } from "./app-token";

export const metadata: Metadata = { title: "App token" };

export default function AppTokenPage() {
  return <AppToken />;
}
