-- blocks writes: a project has a few listings, whose rows are locked for a moment
ALTER TABLE "store_listings" ADD COLUMN "app_claimed_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "store_listings" ADD COLUMN "app_settled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "unclaimed_postbacks" ADD COLUMN "posted_to" text;--> statement-breakpoint
-- A listing that was never edited, or whose edits all left the page as it was, claims its app since it was made; another
-- one since its last edit. Nobody loses an app whose postbacks the project already gets to an older listing of another.
UPDATE "store_listings" s SET "app_claimed_at" = least(
  case
    when s.updated_at = s.created_at then s.created_at
    when exists (
      select from audit_log l where l.project_id = s.project_id and l.action = 'store-listing.create'
        and l.detail->>'id' = s.id
    ) and not exists (
      select from audit_log l where l.project_id = s.project_id and l.action = 'store-listing.change'
        and l.detail->>'id' = s.id and l.detail ? 'url'
    ) then s.created_at
    else s.updated_at
  end,
  (select min(r.received_at) from apple_postbacks r where r.project_id = s.project_id and r.app_id = s.app_id
    and r.verdict = 'verified' and r.source = '' and r.received_at >= s.created_at)
) WHERE s.platform = 'IOS';--> statement-breakpoint
-- Listings of one app in one project have the same claim.
UPDATE "store_listings" s SET "app_claimed_at" = (
  select min(o.app_claimed_at) from store_listings o where o.project_id = s.project_id and o.app_id = s.app_id
    and o.platform = 'IOS'
) WHERE s.platform = 'IOS';
