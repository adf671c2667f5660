import { useProject } from "@/app/(dashboard)/shell/session";
import { IntentLink } from "@/components/intent-link";
import { Card, CardBody, CardHeader } from "@/components/ui/card";

export function TestCard() {
  const { id } = useProject();
  return (
    <Card>
      <CardHeader
        title="Create a test postback"
        description="On an iPhone with iOS 18.4 or later, without waiting for days and without an ad."
      />
      <CardBody>
        <ol className="grid list-decimal gap-1.5 pl-5 text-sm">
          <li>Install a build of your app that has the keys above, and open it once.</li>
          <li>Turn on Developer Mode, then open Settings → Developer → Ad Attribution Testing.</li>
          <li>Turn it on and create a development postback for your app.</li>
          <li>
            It arrives under{" "}
            <IntentLink href={`/p/${id}/ios/postbacks`} className="rounded-sm underline underline-offset-2">
              Postbacks
            </IntentLink>{" "}
            as a test, from the network “development”. Tests aren't counted.
          </li>
        </ol>
      </CardBody>
    </Card>
  );
}
