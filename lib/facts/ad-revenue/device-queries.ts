import { sql } from "@/db";
import { columnTable } from "@/db/columns";
import type { ProjectId } from "@/lib/base/ids";
import { maxInstallsOfADevice } from "@/lib/traffic/links/device-ids";

type Device = { project_id: ProjectId; device_id: string };

const deviceTable = columnTable<Device & { place: number }>({
  place: "int",
  project_id: "bigint",
  device_id: "text",
});

/**
 * The newest install on each device; null if the device is unknown. An ID with too many installs identifies no device,
 * and anyone with the app's token could make each look-up read all of them.
 */
export async function findInstallOfDevice(devices: Device[]): Promise<(string | null)[]> {
  const rows = await sql<{ place: number; instance: string }[]>`/* several projects */
    select x.place, found.instance
    from ${deviceTable(devices.map((device, place) => ({ ...device, place })))} x
    cross join lateral (
      select s.install_instance_id as instance
      from install_devices v join installs s on s.project_id = v.project_id and s.id = v.install_id
      where v.project_id = x.project_id and s.project_id = x.project_id and v.device_id = x.device_id
        and ${maxInstallsOfADevice} >= (
          select count(*) from (
            select from install_devices o where o.project_id = x.project_id and o.device_id = x.device_id
            limit ${maxInstallsOfADevice + 1}) n)
      order by s.installed_at desc limit 1
    ) found`;
  const instances = new Map(rows.map(({ place, instance }) => [place, instance]));
  return devices.map((_, place) => instances.get(place) ?? null);
}
