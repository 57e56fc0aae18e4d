-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "can_make" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "expiry_told_at" TIMESTAMPTZ(3),
ADD COLUMN     "last_used_from" TEXT,
ADD COLUMN     "monthly_cap" INTEGER;

-- AlterTable
ALTER TABLE "credit_entries" ADD COLUMN     "api_key_id" UUID;

-- CreateTable
CREATE TABLE "api_key_months" (
    "api_key_id" UUID NOT NULL,
    "month" DATE NOT NULL,
    "spent" INTEGER NOT NULL,

    CONSTRAINT "api_key_months_pkey" PRIMARY KEY ("api_key_id","month")
);

-- CreateTable
CREATE TABLE "api_requests" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "api_key_id" UUID NOT NULL,
    "key_name" TEXT NOT NULL,
    "key_ending" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "status" INTEGER,
    "error_code" TEXT,
    "latency_ms" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "api_requests_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "api_requests_user_id_created_at_id_idx" ON "api_requests"("user_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "api_requests_created_at_idx" ON "api_requests"("created_at");

-- CreateIndex
CREATE INDEX "api_keys_expires_at_idx" ON "api_keys"("expires_at");

-- AddForeignKey
ALTER TABLE "api_key_months" ADD CONSTRAINT "api_key_months_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_requests" ADD CONSTRAINT "api_requests_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_cap_is_positive" CHECK ("monthly_cap" > 0);
-- A key for everything makes pictures anyway. The release before this reads `scope` alone: to it a key that may make only reads.
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_make_is_beside_read" CHECK (NOT "can_make" OR "scope" = 'read');
ALTER TABLE "api_key_months" ADD CONSTRAINT "api_key_months_spent_is_not_negative" CHECK ("spent" >= 0);

-- What a key spends is counted from the ledger, entry by entry, as the balances are: a reservation counts for the month that
-- it was made in, and one that is given back counts no more, whenever that happens. An entry above the cap is refused.
CREATE FUNCTION "credit_entries_count_key"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "so_far" INTEGER;
  "cap" INTEGER;
BEGIN
  IF NEW."reason" = 'release' THEN
    UPDATE "api_key_months" m SET "spent" = m."spent" - NEW."amount"
    FROM "credit_entries" r
    WHERE r."idempotency_key" = 'reserve:' || NEW."reference" AND r."api_key_id" = m."api_key_id"
      AND m."month" = date_trunc('month', r."created_at" AT TIME ZONE 'UTC')::date;
    RETURN NEW;
  END IF;
  SELECT "monthly_cap" INTO "cap" FROM "api_keys" WHERE "id" = NEW."api_key_id" AND "user_id" = NEW."user_id";
  IF NOT FOUND THEN
    RAISE EXCEPTION 'this API key is not one of the seller''s' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  INSERT INTO "api_key_months" AS m ("api_key_id", "month", "spent")
  VALUES (NEW."api_key_id", date_trunc('month', NEW."created_at" AT TIME ZONE 'UTC')::date, -NEW."amount")
  ON CONFLICT ("api_key_id", "month") DO UPDATE SET "spent" = m."spent" - NEW."amount"
  RETURNING "spent" INTO "so_far";
  IF "so_far" > "cap" THEN
    RAISE EXCEPTION 'this API key may spend % credits a month', "cap" USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "credit_entries_count_for_keys" AFTER INSERT ON "credit_entries"
  FOR EACH ROW WHEN (NEW."reason" = 'release' OR (NEW."reason" = 'reserve' AND NEW."api_key_id" IS NOT NULL))
  EXECUTE FUNCTION "credit_entries_count_key"();
