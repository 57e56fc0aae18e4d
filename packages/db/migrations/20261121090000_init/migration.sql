-- CreateEnum
CREATE TYPE "GenerationStatus" AS ENUM ('queued', 'rendering', 'done', 'failed');

-- CreateEnum
CREATE TYPE "CreditBucket" AS ENUM ('plan', 'topup');

-- CreateEnum
CREATE TYPE "CreditReason" AS ENUM ('signup', 'reserve', 'capture', 'release', 'plan_cycle', 'plan_upgrade', 'plan_end', 'topup', 'refund', 'dispute', 'support');

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "plan_credits" INTEGER NOT NULL DEFAULT 0,
    "topup_credits" INTEGER NOT NULL DEFAULT 0,
    "stripe_customer_id" TEXT,
    "stripe_subscription_id" TEXT,
    "subscription_plan" TEXT NOT NULL DEFAULT 'none',
    "subscription_status" TEXT,
    "subscription_renews_at" TIMESTAMPTZ(3),
    "plan_cycle" INTEGER NOT NULL DEFAULT 0,
    "google_uid" TEXT,
    "email_verified_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "login_codes" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "code_hash" TEXT NOT NULL,
    "browser_hash" TEXT NOT NULL,
    "tries_left" INTEGER NOT NULL DEFAULT 5,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "login_codes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "trusted_devices" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "token_hash" TEXT NOT NULL,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "trusted_devices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "designs" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "filename" TEXT NOT NULL,
    "file_key" TEXT NOT NULL,
    "thumbnail_key" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "file_size" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "designs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "generations" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "design_id" UUID,
    "input" JSONB NOT NULL,
    "input_hash" TEXT NOT NULL,
    "seed" INTEGER NOT NULL,
    "engine" TEXT NOT NULL DEFAULT 'studio',
    "status" "GenerationStatus" NOT NULL DEFAULT 'queued',
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "progress" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "error_detail" TEXT,
    "idempotency_key" TEXT NOT NULL,
    "provider_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "heartbeat_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "generations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mockups" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "design_id" UUID,
    "generation_id" UUID,
    "product" TEXT NOT NULL,
    "product_model" TEXT,
    "colour" TEXT NOT NULL,
    "model_style" TEXT NOT NULL,
    "background" TEXT NOT NULL,
    "model_gender" TEXT,
    "design_size" TEXT NOT NULL,
    "file_key" TEXT NOT NULL,
    "thumbnail_key" TEXT NOT NULL,
    "folder_name" TEXT NOT NULL,
    "debug_info" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mockups_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credit_entries" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "amount" INTEGER NOT NULL,
    "bucket" "CreditBucket" NOT NULL,
    "reason" "CreditReason" NOT NULL,
    "reference" TEXT,
    "plan_cycle" INTEGER NOT NULL DEFAULT 0,
    "idempotency_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "credit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stripe_events" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stripe_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "worker_heartbeats" (
    "worker_id" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "pid" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "worker_heartbeats_pkey" PRIMARY KEY ("worker_id")
);

-- CreateTable
CREATE TABLE "rate_buckets" (
    "key" TEXT NOT NULL,
    "window_start" TIMESTAMPTZ(3) NOT NULL,
    "hits" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "rate_buckets_pkey" PRIMARY KEY ("key","window_start")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "users_stripe_customer_id_key" ON "users"("stripe_customer_id");

-- CreateIndex
CREATE UNIQUE INDEX "users_stripe_subscription_id_key" ON "users"("stripe_subscription_id");

-- CreateIndex
CREATE UNIQUE INDEX "users_google_uid_key" ON "users"("google_uid");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE INDEX "login_codes_email_created_at_idx" ON "login_codes"("email", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "trusted_devices_token_hash_key" ON "trusted_devices"("token_hash");

-- CreateIndex
CREATE INDEX "trusted_devices_user_id_idx" ON "trusted_devices"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "designs_file_key_key" ON "designs"("file_key");

-- CreateIndex
CREATE UNIQUE INDEX "designs_thumbnail_key_key" ON "designs"("thumbnail_key");

-- CreateIndex
CREATE INDEX "designs_user_id_created_at_id_idx" ON "designs"("user_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "designs_id_user_id_key" ON "designs"("id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "generations_provider_id_key" ON "generations"("provider_id");

-- CreateIndex
CREATE INDEX "generations_user_id_created_at_idx" ON "generations"("user_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "generations_user_id_input_hash_idx" ON "generations"("user_id", "input_hash");

-- CreateIndex
CREATE INDEX "generations_status_created_at_idx" ON "generations"("status", "created_at");

-- CreateIndex
CREATE INDEX "generations_design_id_idx" ON "generations"("design_id");

-- CreateIndex
CREATE UNIQUE INDEX "generations_user_id_idempotency_key_key" ON "generations"("user_id", "idempotency_key");

-- CreateIndex
CREATE UNIQUE INDEX "generations_id_user_id_key" ON "generations"("id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "mockups_generation_id_key" ON "mockups"("generation_id");

-- CreateIndex
CREATE UNIQUE INDEX "mockups_file_key_key" ON "mockups"("file_key");

-- CreateIndex
CREATE UNIQUE INDEX "mockups_thumbnail_key_key" ON "mockups"("thumbnail_key");

-- CreateIndex
CREATE INDEX "mockups_user_id_created_at_id_idx" ON "mockups"("user_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "mockups_design_id_idx" ON "mockups"("design_id");

-- CreateIndex
CREATE UNIQUE INDEX "credit_entries_idempotency_key_key" ON "credit_entries"("idempotency_key");

-- CreateIndex
CREATE INDEX "credit_entries_user_id_created_at_id_idx" ON "credit_entries"("user_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "credit_entries_reference_idx" ON "credit_entries"("reference");

-- CreateIndex
CREATE INDEX "worker_heartbeats_seen_at_idx" ON "worker_heartbeats"("seen_at");

-- CreateIndex
CREATE INDEX "rate_buckets_window_start_idx" ON "rate_buckets"("window_start");

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "trusted_devices" ADD CONSTRAINT "trusted_devices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "designs" ADD CONSTRAINT "designs_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "generations" ADD CONSTRAINT "generations_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "generations" ADD CONSTRAINT "generations_design_id_fkey" FOREIGN KEY ("design_id") REFERENCES "designs"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mockups" ADD CONSTRAINT "mockups_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mockups" ADD CONSTRAINT "mockups_design_id_fkey" FOREIGN KEY ("design_id") REFERENCES "designs"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mockups" ADD CONSTRAINT "mockups_generation_id_fkey" FOREIGN KEY ("generation_id") REFERENCES "generations"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
-- What the schema language cannot say: money and ownership are guarded here, whatever code runs above.

-- Emails are stored as accounts know them.
ALTER TABLE "users" ADD CONSTRAINT "users_email_is_lower_case" CHECK ("email" = lower("email") AND "email" LIKE '%_@_%');
ALTER TABLE "users" ADD CONSTRAINT "users_plan_credits_not_negative" CHECK ("plan_credits" >= 0);
ALTER TABLE "users" ADD CONSTRAINT "users_topup_credits_not_negative" CHECK ("topup_credits" >= 0);
ALTER TABLE "users" ADD CONSTRAINT "users_subscription_plan_is_known" CHECK ("subscription_plan" IN ('none', 'starter', 'pro', 'agency'));
ALTER TABLE "generations" ADD CONSTRAINT "generations_progress_is_percentage" CHECK ("progress" BETWEEN 0 AND 100);
ALTER TABLE "designs" ADD CONSTRAINT "designs_have_pixels" CHECK ("width" > 0 AND "height" > 0 AND "file_size" > 0);

-- The ledger is append-only.
CREATE FUNCTION "credit_entries_refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'credit_entries is append-only: % refused', TG_OP;
END $$;
CREATE TRIGGER "credit_entries_append_only" BEFORE UPDATE OR DELETE ON "credit_entries"
  FOR EACH ROW EXECUTE FUNCTION "credit_entries_refuse_change"();
CREATE TRIGGER "credit_entries_no_truncate" BEFORE TRUNCATE ON "credit_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION "credit_entries_refuse_change"();

-- An entry moves the balance itself, so that the balance is at every moment the sum of the ledger; the checks on
-- users refuse an entry that would take a bucket below zero.
CREATE FUNCTION "credit_entries_apply"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."reason" IN ('capture', 'release') AND NOT EXISTS (
    SELECT 1 FROM "credit_entries" WHERE "user_id" = NEW."user_id" AND "reason" = 'reserve' AND "reference" = NEW."reference"
  ) THEN
    RAISE EXCEPTION 'a % needs the reservation it resolves', NEW."reason" USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  UPDATE "users" SET
    "plan_credits" = "plan_credits" + CASE WHEN NEW."bucket" = 'plan' THEN NEW."amount" ELSE 0 END,
    "topup_credits" = "topup_credits" + CASE WHEN NEW."bucket" = 'topup' THEN NEW."amount" ELSE 0 END
  WHERE "id" = NEW."user_id";
  RETURN NEW;
END $$;
CREATE TRIGGER "credit_entries_move_balance" AFTER INSERT ON "credit_entries"
  FOR EACH ROW EXECUTE FUNCTION "credit_entries_apply"();

-- Nothing but a ledger entry moves a balance.
CREATE FUNCTION "users_balance_needs_entry"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND (NEW."plan_credits" <> 0 OR NEW."topup_credits" <> 0) THEN
    RAISE EXCEPTION 'a new account starts at zero; grant credits by a ledger entry';
  END IF;
  IF TG_OP = 'UPDATE' AND pg_trigger_depth() < 2
    AND (NEW."plan_credits", NEW."topup_credits") IS DISTINCT FROM (OLD."plan_credits", OLD."topup_credits") THEN
    RAISE EXCEPTION 'balances move by ledger entries only';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "users_balance_guard" BEFORE INSERT OR UPDATE ON "users"
  FOR EACH ROW EXECUTE FUNCTION "users_balance_needs_entry"();

-- A generation or a mockup belongs to the owner of its design, and a mockup to the owner of its generation.
CREATE FUNCTION "refuse_foreign_design"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."design_id" IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM "designs" WHERE "id" = NEW."design_id" AND "user_id" = NEW."user_id"
  ) THEN
    RAISE EXCEPTION 'this design belongs to somebody else' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "generations_own_design" BEFORE INSERT OR UPDATE OF "design_id", "user_id" ON "generations"
  FOR EACH ROW EXECUTE FUNCTION "refuse_foreign_design"();
CREATE TRIGGER "mockups_own_design" BEFORE INSERT OR UPDATE OF "design_id", "user_id" ON "mockups"
  FOR EACH ROW EXECUTE FUNCTION "refuse_foreign_design"();

CREATE FUNCTION "refuse_foreign_generation"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."generation_id" IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM "generations" WHERE "id" = NEW."generation_id" AND "user_id" = NEW."user_id"
  ) THEN
    RAISE EXCEPTION 'this generation belongs to somebody else' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "mockups_own_generation" BEFORE INSERT OR UPDATE OF "generation_id", "user_id" ON "mockups"
  FOR EACH ROW EXECUTE FUNCTION "refuse_foreign_generation"();

-- A finished generation stays finished: done and failed are final.
CREATE FUNCTION "generations_refuse_revival"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."status" IN ('done', 'failed') AND NEW."status" <> OLD."status" THEN
    RAISE EXCEPTION 'a generation that is % stays so', OLD."status";
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "generations_final_states" BEFORE UPDATE OF "status" ON "generations"
  FOR EACH ROW EXECUTE FUNCTION "generations_refuse_revival"();
