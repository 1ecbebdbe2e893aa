-- Pools of servers, each open to all tenants or to some. Servers that are there already are in the pool "default".
CREATE TABLE "server_pools" (
  "id" CHAR(32) NOT NULL,
  "name" TEXT NOT NULL,
  "open_to_all" BOOLEAN NOT NULL DEFAULT true,
  "tenant_ids" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
  "system_accounts" TEXT[] NOT NULL DEFAULT ARRAY['windows']::TEXT[],
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "server_pools_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "server_pools_name_key" ON "server_pools"("name");
INSERT INTO "server_pools" ("id", "name") VALUES ('00000000000000000000000000000001', 'default');

ALTER TABLE "pool_servers" ADD COLUMN "pool_id" CHAR(32);
-- machines of OpenStack have agents, too, and are in no pool
UPDATE "pool_servers" p SET "pool_id" = '00000000000000000000000000000001'
 WHERE NOT EXISTS (SELECT 1 FROM "cloud_machines" m WHERE m."id" = p."machine_id" AND m."given" ? 'make');
ALTER TABLE "pool_servers" ADD CONSTRAINT "pool_servers_pool_id_fkey"
  FOREIGN KEY ("pool_id") REFERENCES "server_pools"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE INDEX "pool_servers_pool_id_idx" ON "pool_servers"("pool_id");

ALTER TABLE "enrolment_codes" ADD COLUMN "pool_id" CHAR(32);
ALTER TABLE "enrolment_codes" ADD CONSTRAINT "enrolment_codes_pool_id_fkey"
  FOREIGN KEY ("pool_id") REFERENCES "server_pools"("id") ON DELETE CASCADE ON UPDATE CASCADE;
