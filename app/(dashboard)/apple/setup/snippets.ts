/** The required settings of the app and of the server at its domain. Pure. */
import { applePaths } from "@/lib/traffic/domain-check/apple-paths";

export const infoPlist = (domain: string): string => `<key>NSAdvertisingAttributionReportEndpoint</key>
<string>https://${domain}</string>
<key>AdAttributionKit</key>
<dict>
  <key>AttributionCopyEndpoint</key>
  <string>https://${domain}</string>
  <key>EligibleForAdAttributionKitReengagementPostbackCopies</key>
  <true/>
</dict>`;

const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/") + 1);
const folders = [applePaths.skan, applePaths.aak].map(folderOf);

export function proxySnippets(domain: string, server: string): { label: string; code: string }[] {
  const { host } = new URL(server);
  return [
    {
      label: "nginx",
      code: folders
        .map(
          (folder) => `location ^~ ${folder} {
  proxy_pass ${server};
  proxy_set_header Host ${host};
  proxy_ssl_server_name on;
  proxy_set_header X-Forwarded-For $remote_addr;
}`,
        )
        .join("\n"),
    },
    {
      label: "Caddy",
      code: `${domain} {
${folders
  .map(
    (folder) => `  handle ${folder}* {
    reverse_proxy ${server} {
      header_up Host ${host}
    }
  }`,
  )
  .join("\n")}
}`,
    },
    {
      label: "Cloudflare Worker",
      code: `// Routes: ${folders.map((folder) => `${domain}${folder}*`).join(" and ")}
export default {
  fetch(request) {
    const url = new URL(request.url);
    return fetch("${server}" + url.pathname, request);
  },
};`,
    },
  ];
}
