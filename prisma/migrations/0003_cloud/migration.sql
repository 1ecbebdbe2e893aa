-- AlterTable
ALTER TABLE "cloud_resources" ADD COLUMN     "created_by" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "due_at" TIMESTAMPTZ(3),
ADD COLUMN     "replaced" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "requires" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "cloud_machines" ADD COLUMN     "due_at" TIMESTAMPTZ(3),
ADD COLUMN     "flavor" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "given" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "image" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "network" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "stack_name" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "cloud_plans" ADD COLUMN     "delivered_at" TIMESTAMPTZ(3),
ADD COLUMN     "due_at" TIMESTAMPTZ(3),
ADD COLUMN     "machine_id" CHAR(32),
ADD COLUMN     "result" JSONB,
ADD COLUMN     "tenant_id" CHAR(32) NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "cloud_operations" (
    "seq" BIGSERIAL NOT NULL,
    "tenant_id" CHAR(32) NOT NULL,
    "stack_name" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "phase" TEXT NOT NULL DEFAULT 'queued',
    "template" JSONB,
    "parameters" JSONB,
    "failure" JSONB,
    "result" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "cloud_operations_pkey" PRIMARY KEY ("seq")
);

-- CreateTable
CREATE TABLE "cloud_addresses" (
    "tenant_id" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "owner_id" CHAR(32) NOT NULL,

    CONSTRAINT "cloud_addresses_pkey" PRIMARY KEY ("tenant_id","network","address")
);

-- CreateTable
CREATE TABLE "cloud_news" (
    "seq" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "event" JSONB NOT NULL,

    CONSTRAINT "cloud_news_pkey" PRIMARY KEY ("seq")
);

-- CreateIndex
CREATE INDEX "cloud_operations_phase_idx" ON "cloud_operations"("phase");

-- CreateIndex
CREATE UNIQUE INDEX "cloud_operations_tenant_id_stack_name_request_id_key" ON "cloud_operations"("tenant_id", "stack_name", "request_id");

-- CreateIndex
CREATE INDEX "cloud_addresses_owner_id_idx" ON "cloud_addresses"("owner_id");

-- CreateIndex
CREATE INDEX "cloud_plans_status_idx" ON "cloud_plans"("status");

-- A stack's name is free again once it is deleted
CREATE UNIQUE INDEX "cloud_stacks_live_name_key" ON "cloud_stacks"("tenant_id", "name") WHERE "deleted_at" IS NULL;
