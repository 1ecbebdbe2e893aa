-- CreateTable
CREATE TABLE "cloud_clock" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "speed" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "cloud_clock_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "cloud_clock_is_one" CHECK ("id" = 1)
);
