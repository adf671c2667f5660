import { useProject } from "@/app/(dashboard)/shell/session";
import { IntentLink } from "@/components/intent-link";
import { rich } from "@/components/rich";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { t } from "@/lib/base/languages/texts";

export function TestCard() {
  const { id } = useProject();
  return (
    <Card>
      <CardHeader
        title={t("Create a test postback")}
        description={t("On an iPhone with iOS 18.4 or later, without waiting for days and without an ad.")}
      />
      <CardBody>
        <ol className="grid list-decimal gap-1.5 ps-5 text-sm">
          <li>{t("Install a build of your app that has the keys above, and open it once.")}</li>
          <li>{t("Turn on Developer Mode, then open Settings → Developer → Ad Attribution Testing.")}</li>
          <li>{t("Turn it on and create a development postback for your app.")}</li>
          <li>
            {rich(
              "It arrives under <link>Postbacks</link> as a test, from the network “development”. Tests aren't counted.",
              {
                link: (text) => (
                  <IntentLink
                    href={`/p/${id}/ios/postbacks`}
                    className="rounded-sm underline underline-offset-2"
                  >
                    {text}
                  </IntentLink>
                ),
              },
            )}
          </li>
        </ol>
      </CardBody>
    </Card>
  );
}
