-- What makes a person's one-time codes (RFC 6238): asked for at a sign-in once it was confirmed.
CREATE TABLE "second_factors" (
    "user_id" CHAR(32) NOT NULL,
    "secret" TEXT NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "last_step" BIGINT NOT NULL DEFAULT 0,
    "recovery_codes" TEXT[] NOT NULL DEFAULT '{}',
    CONSTRAINT "second_factors_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "second_factors_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
