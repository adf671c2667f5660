-- blocks writes: of checks of purchases, which are few, while three indexes are created
ALTER TABLE "purchase_checks" ADD COLUMN "priority" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchase_checks" ADD COLUMN "user_hash" integer;--> statement-breakpoint
ALTER TABLE "purchase_checks" ADD COLUMN "install_hash" integer;--> statement-breakpoint
ALTER TABLE "purchase_connections" ADD COLUMN "notice_token" jsonb;--> statement-breakpoint
CREATE INDEX "purchase_checks_turn" ON "purchase_checks" USING btree ("project_id","source","priority","next_at");--> statement-breakpoint
CREATE INDEX "purchase_checks_user" ON "purchase_checks" USING btree ("project_id","user_hash");--> statement-breakpoint
CREATE INDEX "purchase_checks_install" ON "purchase_checks" USING btree ("project_id","install_hash");