import type { Metadata } from "next";
import { TestDevices } from "./test-devices";

export const metadata: Metadata = { title: "Test devices" };

export default function TestDevicesPage() {
  return <TestDevices />;
}
