import { z } from "zod";
import { pagination, timestamp } from "@/lib/base/fields";
import { limitParam, pageParam, rejectValue } from "@/lib/base/params";
import { isTimeZone, rangeEndOf } from "@/lib/base/time";

const time = z.string().optional();

export const attributedUsersQuery = z
  .object({
    display_id: z
      .string()
      .optional()
      .transform(
        (value, context) =>
          value ?? rejectValue(context, "Required parameter missing.", { code: "parameter_missing" }),
      )
      .meta({ description: "Display ID of the campaign.", example: "summer-sale", isRequired: true }),
    start_timestamp: time.meta({
      description: "From this time on (inclusive): `YYYY-MM-DDThh:mm:ss.SSS`, in `timezone`.",
      example: "2026-03-01T00:00:00.000",
    }),
    end_timestamp: time.meta({
      description: "Up to this time (inclusive), in the same form.",
      example: "2026-03-31T23:59:59.999",
    }),
    timezone: z
      .string()
      .optional()
      .transform((value, context) => {
        const zone = value ?? "UTC";
        return isTimeZone(zone)
          ? zone
          : rejectValue(context, "Invalid timezone format.", { code: "timezone_invalid" });
      })
      .meta({ description: "IANA time zone of the timestamps.", usual: "UTC", example: "Asia/Kolkata" }),
    page: pageParam,
    limit: limitParam(50, 1000),
  })
  .transform(({ start_timestamp, end_timestamp, ...query }, context) => {
    const start = start_timestamp === undefined ? null : rangeEndOf(start_timestamp, query.timezone, "start");
    const end = end_timestamp === undefined ? null : rangeEndOf(end_timestamp, query.timezone, "end");
    const isMalformed = (start_timestamp !== undefined && !start) || (end_timestamp !== undefined && !end);
    return isMalformed
      ? rejectValue(context, "Invalid timestamp format.", { code: "timestamp_invalid" })
      : { ...query, start, end };
  });

export type AttributedUsersQuery = z.output<typeof attributedUsersQuery>;

export const deviceData = z
  .object({
    brand: z.string(),
    base_os: z.string(),
    version: z.string(),
    build_id: z.string(),
    bundle_id: z.string(),
    device_id: z.string(),
    android_id: z.string(),
    device_name: z.string(),
    device_type: z.string(),
    build_number: z.string(),
    connectivity: z.string(),
    manufacturer: z.string(),
    application_name: z.string(),
    api_level: z.number(),
  })
  .catchall(z.unknown());

export const attributedUser = z.object({
  attributed_at: timestamp,
  ad_channel: z.enum(["GOOGLE", "META", "TIKTOK"]).nullable(),
  campaign_display_id: z.string(),
  campaign_name: z.string(),
  link: z.string().nullable(),
  installed_at: timestamp.nullable(),
  store_click_at: timestamp.nullable(),
  meta_ad_id: z.string(),
  ad_creative_id: z.string(),
  ad_creative_name: z.string(),
  ad_set_id: z.string(),
  ad_set_name: z.string(),
  publisher_platform: z.string().nullable(),
  platform_position: z.string().nullable(),
  user_data: z
    .object({
      id: z.string().nullable(),
      name: z.string().nullable(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
      customer_created_at: timestamp.optional(),
      is_first_time_customer: z.boolean().optional(),
      device_data: deviceData,
    })
    .catchall(z.unknown()),
});

export const attributedUserList = z.object({
  total_users: z.number().int(),
  users: z.array(attributedUser),
  pagination,
});

/** A user in the dashboard's list. */
const userRow = z.object({
  id: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  attributed_at: timestamp,
  installed_at: timestamp.nullable(),
  store_click_at: timestamp.nullable(),
  network: z.string().nullable(),
  ad_set_name: z.string().nullable(),
  ad_creative_name: z.string().nullable(),
});

export const userTable = z.object({ users: z.array(userRow), pagination });

export const userFilter = z.object({
  search: z.string().trim().max(200, "Use at most 200 characters.").optional(),
});

export const userPageQuery = userFilter.extend({ page: pageParam, limit: limitParam(50, 200) });
