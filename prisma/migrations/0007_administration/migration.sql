-- Who administers the whole installation: decision 7. Until now only the demo's seed made users.
ALTER TABLE "users" ADD COLUMN "system_admin" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "sign_ins_from" TIMESTAMPTZ(3);
UPDATE "users" SET "system_admin" = true WHERE "name" = 'admin';

-- CreateTable
CREATE TABLE "tenant_quotas" (
    "tenant_id" CHAR(32) NOT NULL,
    "machines" INTEGER NOT NULL,
    "vcpus" INTEGER NOT NULL,
    "memory_mb" INTEGER NOT NULL,
    "disk_gb" INTEGER NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tenant_quotas_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateTable
CREATE TABLE "package_switches" (
    "package" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL DEFAULT '',
    "enabled" BOOLEAN NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "package_switches_pkey" PRIMARY KEY ("package","tenant_id")
);

-- CreateIndex
CREATE INDEX "audit_entries_user_id_id_idx" ON "audit_entries"("user_id", "id");

-- AddForeignKey
ALTER TABLE "tenant_quotas" ADD CONSTRAINT "tenant_quotas_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

