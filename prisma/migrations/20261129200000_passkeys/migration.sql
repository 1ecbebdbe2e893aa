-- When a person last proved who they are: at the beginning of the sign-in, and when they were asked once more.
ALTER TABLE "sign_ins" ADD COLUMN "proven_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
UPDATE "sign_ins" SET "proven_at" = "created_at";

-- What a user proves themselves with instead of a password (WebAuthn): the public key alone.
CREATE TABLE "passkeys" (
    "id" CHAR(32) NOT NULL,
    "user_id" CHAR(32) NOT NULL,
    "credential_id" TEXT NOT NULL,
    "public_key" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL DEFAULT 0,
    "transports" TEXT[] NOT NULL DEFAULT '{}',
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "used_at" TIMESTAMPTZ(3),
    CONSTRAINT "passkeys_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "passkeys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "passkeys_credential_id_key" ON "passkeys"("credential_id");
CREATE INDEX "passkeys_user_id_idx" ON "passkeys"("user_id");

-- What a passkey is to sign, once and soon.
CREATE TABLE "passkey_challenges" (
    "challenge" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "user_id" CHAR(32),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "passkey_challenges_pkey" PRIMARY KEY ("challenge"),
    CONSTRAINT "passkey_challenges_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "passkey_challenges_user_id_purpose_key" ON "passkey_challenges"("user_id", "purpose");
CREATE INDEX "passkey_challenges_expires_at_idx" ON "passkey_challenges"("expires_at");
