-- The machines of what is deployed, with what was heard of each last: counted in lists, found by name.
CREATE TABLE "machines" (
  "environment_id" CHAR(32) NOT NULL REFERENCES "environments"("id") ON DELETE CASCADE,
  "unit_id" TEXT NOT NULL,
  "tenant_id" CHAR(32) NOT NULL,
  "service_id" TEXT,
  "host" TEXT,
  "phase" TEXT,
  CONSTRAINT "machines_pkey" PRIMARY KEY ("environment_id", "unit_id")
);
CREATE INDEX "machines_tenant_id_host_idx" ON "machines"("tenant_id", lower("host") text_pattern_ops);

INSERT INTO "machines" ("environment_id", "unit_id", "tenant_id", "service_id", "host")
SELECT DISTINCT ON (e."id", unit ->> 'id') e."id", unit ->> 'id', e."tenant_id", service ->> 'id',
       unit -> 'state' ->> 'hostname'
  FROM "environments" e
 CROSS JOIN LATERAL jsonb_path_query(e."model", '$.services[*]') AS service
 CROSS JOIN LATERAL jsonb_path_query(service, '$.units[*]') AS unit
 WHERE e."deleted_at" IS NULL AND unit ->> 'id' IS NOT NULL;

UPDATE "machines" known SET "phase" = power."phase"
  FROM (SELECT DISTINCT ON (s."environment_id", unit.value) s."environment_id", unit.value AS unit_id, m."power" AS phase
          FROM "stacks" s CROSS JOIN LATERAL jsonb_each_text(s."units") AS unit
          JOIN "cloud_machines" m ON m."queue" = unit.key AND m."deleted_at" IS NULL
         ORDER BY s."environment_id", unit.value, m."created_at" DESC) power
 WHERE known."environment_id" = power."environment_id" AND known."unit_id" = power.unit_id;

-- Who made an environment stands with it.
ALTER TABLE "environments" ADD COLUMN "created_by" CHAR(32);
UPDATE "environments" e SET "created_by" = made."user_id"
  FROM (SELECT DISTINCT ON ("target_id") "target_id", "user_id" FROM "audit_entries"
         WHERE "target" = 'environment'
           AND "action" IN ('environment.create', 'environment.clone', 'environment.from_template', 'environment.import')
         ORDER BY "target_id", "id") made
 WHERE e."id" = made."target_id"::bpchar;
