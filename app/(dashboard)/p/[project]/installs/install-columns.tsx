import { IntentLink } from "@/components/intent-link";
import type { Column } from "@/components/table-state";
import { Badge } from "@/components/ui/badge";
import { When } from "@/components/when";
import { ruleName } from "@/lib/attribution/fraud/labels";
import { networkOfCode } from "@/lib/campaigns/networks";
import type { ListedInstall } from "@/lib/reporting/lists/installs/schema";
import { platformNames, reasonName, shortId, stateNames } from "./labels";

const none = <span className="text-faint">–</span>;

export function installColumns(base: string, timeZone: string): Column<ListedInstall>[] {
  return [
    {
      id: "install",
      header: "Install",
      fixed: true,
      cell: (row) => (
        <IntentLink
          href={`${base}/${row.id}`}
          className="rounded-sm font-mono text-xs hover:underline"
          title={row.id}
        >
          {shortId(row.id)}
        </IntentLink>
      ),
    },
    {
      id: "installed",
      header: "When",
      cell: (row) => <When at={row.installed_at} timeZone={timeZone} className="text-muted" />,
    },
    {
      id: "campaign",
      header: "Campaign",
      cell: (row) =>
        row.campaign ? (
          <span className="block max-w-56 truncate font-medium" title={row.campaign.name}>
            {row.campaign.name}
          </span>
        ) : row.state === "DECIDED" ? (
          <span className="text-muted">Organic</span>
        ) : (
          none
        ),
    },
    {
      id: "reason",
      header: "Why",
      hint: "How the install was connected with its campaign, or why it is organic.",
      cell: (row) => (
        <span className="flex flex-wrap gap-1.5">
          {row.state === "DECIDED" ? (
            <Badge tone={row.campaign ? "accent" : "outline"}>{reasonName(row.reason ?? "unknown")}</Badge>
          ) : (
            <Badge tone={stateNames[row.state]?.tone ?? "neutral"} dot>
              {stateNames[row.state]?.label ?? row.state}
            </Badge>
          )}
          {row.kind === "REINSTALL" ? <Badge>Reinstall</Badge> : null}
          {row.flags.length > 0 ? (
            <Badge tone="danger" title={row.flags.map(ruleName).join(", ")}>
              Suspicious
            </Badge>
          ) : null}
          {row.postbacks_held ? <Badge tone="outline">Withheld</Badge> : null}
          {row.is_test ? <Badge tone="warning">Test</Badge> : null}
        </span>
      ),
    },
    {
      id: "network",
      header: "Network",
      cell: (row) => (row.network === null ? none : (networkOfCode(row.network)?.label ?? row.network)),
    },
    {
      id: "device",
      header: "Device",
      cell: (row) => {
        const system = [platformNames[row.platform] ?? row.platform, row.os_version]
          .filter(Boolean)
          .join(" ");
        return row.device_model === null ? (
          system
        ) : (
          <span className="grid leading-snug">
            <span className="block max-w-44 truncate">{row.device_model}</span>
            <span className="text-muted text-xs">{system}</span>
          </span>
        );
      },
    },
    {
      id: "user",
      header: "User",
      cell: (row) =>
        row.user_id === null ? (
          none
        ) : (
          <span className="block max-w-40 truncate font-mono text-xs" title={row.user_id}>
            {row.user_id}
          </span>
        ),
    },
    { id: "version", header: "App", hidden: true, cell: (row) => row.app_version ?? none },
    {
      id: "confidence",
      header: "Sure",
      hint: "How sure the decision is, of 100.",
      hidden: true,
      align: "end",
      cell: (row) => row.confidence ?? none,
    },
    {
      id: "clicked",
      header: "Clicked",
      hidden: true,
      cell: (row) => (row.clicked_at ? <When at={row.clicked_at} timeZone={timeZone} /> : none),
    },
    {
      id: "instance",
      header: "Instance id",
      hidden: true,
      cell: (row) => <span className="font-mono text-xs">{shortId(row.install_instance_id)}</span>,
    },
  ];
}
