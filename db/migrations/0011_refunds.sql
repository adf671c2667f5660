-- blocks writes: of payments, for one scan of them while the index is created
ALTER TABLE "payments" ADD COLUMN "refunded_payment_id" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refunded_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "payments_refunds" ON "payments" USING btree ("project_id","refunded_payment_id") WHERE "refunded_payment_id" is not null;