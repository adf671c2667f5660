import { Clicks } from "./clicks";

export default function ClicksPage() {
  return <Clicks />;
}
