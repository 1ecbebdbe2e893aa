-- Whom an OpenID Connect provider knows: its issuer and the subject there are the identity, names and addresses are not.
CREATE TABLE "provider_users" (
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "user_id" CHAR(32) NOT NULL,
    CONSTRAINT "provider_users_pkey" PRIMARY KEY ("issuer", "subject"),
    CONSTRAINT "provider_users_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "provider_users_user_id_key" ON "provider_users"("user_id");
