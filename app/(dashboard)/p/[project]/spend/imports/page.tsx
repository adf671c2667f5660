import { Imports } from "./imports";

export default function ImportsPage() {
  return <Imports />;
}
