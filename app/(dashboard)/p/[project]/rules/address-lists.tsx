import { CodeBlock } from "@/components/code-block";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { When } from "@/components/when";
import type { ShownRules } from "@/lib/attribution/rule-sets/schema";

/** Data centres, proxies, Tor: as the operator of the server was given them. */
export function AddressLists({
  lists,
  countriesAt,
}: {
  lists: ShownRules["address_lists"];
  countriesAt: string | null;
}) {
  return (
    <Card>
      <CardHeader
        title="Addresses"
        description="Lists of anonymous ones: data centres, proxies, Tor. Of an address only a keyed hash is stored, so whether it is on a list is noted when a click or an install comes. The lists are the whole server's."
      />
      <CardBody className="grid gap-3">
        {lists.length > 0 ? (
          <ul className="grid gap-1.5 text-sm">
            {lists.map((list) => (
              <li key={list.name} className="flex flex-wrap gap-x-3">
                <span className="font-medium">{list.name}</span>
                <span className="num text-muted">{list.size.toLocaleString()} ranges</span>
                <span className="text-muted">
                  loaded <When at={list.loaded_at} />
                </span>
              </li>
            ))}
          </ul>
        ) : null}
        <CodeBlock
          title={lists.length > 0 ? "Load another" : "None is loaded. Whoever runs the server loads one"}
          code="npm run admin -- addresses load --name hosting --file ranges.txt"
        />
        <p className="text-muted text-sm">
          {countriesAt ? (
            <>
              Countries of addresses are by a table made <When at={countriesAt} />
            </>
          ) : (
            "No table of countries is loaded (COUNTRY_DATABASE)"
          )}
          , unless a trusted proxy names them in a header.
        </p>
      </CardBody>
    </Card>
  );
}
