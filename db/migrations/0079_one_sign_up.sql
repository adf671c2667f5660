ALTER TABLE "identities" ADD COLUMN "has_signup" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_signup" boolean DEFAULT true NOT NULL;