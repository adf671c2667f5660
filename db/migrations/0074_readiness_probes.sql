CREATE UNLOGGED TABLE "readiness_probes" (
	"filler" text DEFAULT repeat('x', 1000) NOT NULL
) WITH (fillfactor = 10, autovacuum_enabled = false);
