CREATE INDEX "users_id_begins" ON "users" USING btree ("project_id","user_id" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_email_begins" ON "users" USING btree ("project_id",lower("email") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_name_begins" ON "users" USING btree ("project_id",lower("name") text_pattern_ops);