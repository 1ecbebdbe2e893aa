-- The first schema: tenants and users, environments with sessions, deployments and events, the embedded cloud.

-- CreateTable
CREATE TABLE "tenants" (
    "id" CHAR(32) NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tenants_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" CHAR(32) NOT NULL,
    "name" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "email" TEXT NOT NULL DEFAULT '',
    "password_hash" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "role_assignments" (
    "user_id" CHAR(32) NOT NULL,
    "tenant_id" CHAR(32) NOT NULL,
    "role" TEXT NOT NULL,

    CONSTRAINT "role_assignments_pkey" PRIMARY KEY ("user_id","tenant_id")
);

-- CreateTable
CREATE TABLE "tokens" (
    "hash" TEXT NOT NULL,
    "audit_id" TEXT NOT NULL,
    "user_id" CHAR(32) NOT NULL,
    "tenant_id" CHAR(32),
    "methods" TEXT[],
    "issued_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "tokens_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "sign_in_attempts" (
    "key" TEXT NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "window_start" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_attempts_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "environments" (
    "id" CHAR(32) NOT NULL,
    "tenant_id" CHAR(32) NOT NULL,
    "name" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "model" JSONB NOT NULL,
    "event_seq" INTEGER NOT NULL DEFAULT 0,
    "deleting_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "environments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" CHAR(32) NOT NULL,
    "environment_id" CHAR(32) NOT NULL,
    "user_id" CHAR(32) NOT NULL,
    "version" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "base_model" JSONB NOT NULL,
    "model" JSONB NOT NULL,
    "invalidated_by" CHAR(32),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deployments" (
    "id" CHAR(32) NOT NULL,
    "environment_id" CHAR(32) NOT NULL,
    "session_id" CHAR(32),
    "user_id" CHAR(32) NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'deploy',
    "state" TEXT NOT NULL DEFAULT 'queued',
    "warnings" INTEGER NOT NULL DEFAULT 0,
    "errors" INTEGER NOT NULL DEFAULT 0,
    "model_before" JSONB NOT NULL,
    "model_asked" JSONB NOT NULL,
    "model_gained" JSONB,
    "problem" JSONB,
    "cancelled_by" CHAR(32),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "deployments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "events" (
    "environment_id" CHAR(32) NOT NULL,
    "seq" INTEGER NOT NULL,
    "deployment_id" CHAR(32),
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "kind" TEXT NOT NULL,
    "level" TEXT NOT NULL DEFAULT 'info',
    "entity" TEXT NOT NULL,
    "entity_id" TEXT NOT NULL,
    "text" TEXT NOT NULL DEFAULT '',
    "data" JSONB NOT NULL DEFAULT '{}',
    "key" TEXT,

    CONSTRAINT "events_pkey" PRIMARY KEY ("environment_id","seq")
);

-- CreateTable
CREATE TABLE "audit_entries" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "user_id" CHAR(32),
    "tenant_id" CHAR(32),
    "action" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "target_id" TEXT NOT NULL,
    "details" JSONB NOT NULL DEFAULT '{}',
    "request_id" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "agent_replies" (
    "plan_id" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "result" JSONB NOT NULL,

    CONSTRAINT "agent_replies_pkey" PRIMARY KEY ("plan_id")
);

-- CreateTable
CREATE TABLE "cloud_stacks" (
    "id" CHAR(32) NOT NULL,
    "tenant_id" CHAR(32) NOT NULL,
    "name" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "template" JSONB NOT NULL,
    "parameters" JSONB NOT NULL,
    "outputs" JSONB NOT NULL DEFAULT '{}',
    "request_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "cloud_stacks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cloud_resources" (
    "id" CHAR(32) NOT NULL,
    "stack_id" CHAR(32) NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "properties" JSONB NOT NULL,
    "attributes" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "cloud_resources_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cloud_stack_events" (
    "id" BIGSERIAL NOT NULL,
    "stack_id" CHAR(32) NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "resource_name" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "cloud_stack_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cloud_machines" (
    "id" CHAR(32) NOT NULL,
    "tenant_id" CHAR(32) NOT NULL,
    "stack_id" CHAR(32) NOT NULL,
    "hostname" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "queue" TEXT NOT NULL,
    "power" TEXT NOT NULL DEFAULT 'booting',
    "windows" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "cloud_machines_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cloud_plans" (
    "id" TEXT NOT NULL,
    "queue" TEXT NOT NULL,
    "plan" JSONB NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "position" INTEGER NOT NULL DEFAULT 0,
    "results" JSONB NOT NULL DEFAULT '[]',
    "executions" INTEGER NOT NULL DEFAULT 0,
    "queued_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "answered_at" TIMESTAMPTZ(3),

    CONSTRAINT "cloud_plans_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cloud_faults" (
    "id" CHAR(32) NOT NULL,
    "tenant_id" CHAR(32),
    "kind" TEXT NOT NULL,
    "target" TEXT NOT NULL DEFAULT '',
    "message" TEXT NOT NULL DEFAULT '',
    "remaining" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "cloud_faults_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "tenants_name_key" ON "tenants"("name");

-- CreateIndex
CREATE UNIQUE INDEX "users_name_key" ON "users"("name");

-- CreateIndex
CREATE INDEX "tokens_user_id_idx" ON "tokens"("user_id");

-- CreateIndex
CREATE INDEX "tokens_expires_at_idx" ON "tokens"("expires_at");

-- CreateIndex
CREATE INDEX "environments_tenant_id_created_at_idx" ON "environments"("tenant_id", "created_at");

-- CreateIndex
CREATE INDEX "sessions_environment_id_state_idx" ON "sessions"("environment_id", "state");

-- CreateIndex
CREATE INDEX "deployments_environment_id_created_at_idx" ON "deployments"("environment_id", "created_at");

-- CreateIndex
CREATE INDEX "deployments_state_idx" ON "deployments"("state");

-- CreateIndex
CREATE INDEX "events_deployment_id_seq_idx" ON "events"("deployment_id", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "events_environment_id_key_key" ON "events"("environment_id", "key");

-- CreateIndex
CREATE INDEX "audit_entries_tenant_id_at_idx" ON "audit_entries"("tenant_id", "at");

-- CreateIndex
CREATE INDEX "cloud_stacks_tenant_id_name_idx" ON "cloud_stacks"("tenant_id", "name");

-- CreateIndex
CREATE INDEX "cloud_resources_stack_id_idx" ON "cloud_resources"("stack_id");

-- CreateIndex
CREATE INDEX "cloud_stack_events_stack_id_id_idx" ON "cloud_stack_events"("stack_id", "id");

-- CreateIndex
CREATE INDEX "cloud_machines_queue_idx" ON "cloud_machines"("queue");

-- CreateIndex
CREATE INDEX "cloud_machines_stack_id_idx" ON "cloud_machines"("stack_id");

-- CreateIndex
CREATE INDEX "cloud_plans_queue_queued_at_idx" ON "cloud_plans"("queue", "queued_at");

-- AddForeignKey
ALTER TABLE "role_assignments" ADD CONSTRAINT "role_assignments_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "role_assignments" ADD CONSTRAINT "role_assignments_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "environments" ADD CONSTRAINT "environments_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_environment_id_fkey" FOREIGN KEY ("environment_id") REFERENCES "environments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deployments" ADD CONSTRAINT "deployments_environment_id_fkey" FOREIGN KEY ("environment_id") REFERENCES "environments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "events" ADD CONSTRAINT "events_environment_id_fkey" FOREIGN KEY ("environment_id") REFERENCES "environments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cloud_resources" ADD CONSTRAINT "cloud_resources_stack_id_fkey" FOREIGN KEY ("stack_id") REFERENCES "cloud_stacks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

