import { notFound } from "next/navigation";

/** Addresses below a project without a screen. The catch-all route makes the server respond with 404. */
export default function UnknownPage(): never {
  notFound();
}
