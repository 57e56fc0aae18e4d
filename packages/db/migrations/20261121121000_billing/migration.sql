-- CreateEnum
CREATE TYPE "PurchaseKind" AS ENUM ('plan_cycle', 'plan_upgrade', 'topup');

-- AlterTable
ALTER TABLE "credit_entries" ADD COLUMN     "seq" BIGSERIAL NOT NULL;

-- AlterTable
ALTER TABLE "stripe_events" ADD COLUMN     "processed_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "payment_retry_at" TIMESTAMPTZ(3),
ADD COLUMN     "subscription_ends_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "purchases" (
    "id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "kind" "PurchaseKind" NOT NULL,
    "plan" TEXT,
    "credits" INTEGER NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "lost_cents" INTEGER NOT NULL DEFAULT 0,
    "taken_back" INTEGER NOT NULL DEFAULT 0,
    "not_taken_back" INTEGER NOT NULL DEFAULT 0,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "subscription_id" TEXT,
    "period_end" TIMESTAMPTZ(3),
    "checkout_session_id" TEXT,
    "payment_intent_id" TEXT,
    "paid_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "purchases_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "billing_reconciliations" (
    "id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),
    "accounts" INTEGER NOT NULL DEFAULT 0,
    "mended" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "report" TEXT[],

    CONSTRAINT "billing_reconciliations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "purchases_checkout_session_id_key" ON "purchases"("checkout_session_id");

-- CreateIndex
CREATE INDEX "purchases_user_id_paid_at_idx" ON "purchases"("user_id", "paid_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "credit_entries_seq_key" ON "credit_entries"("seq");

-- AddForeignKey
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What was taken back and what could not be are never more than what was granted.
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_take_back_no_more_than_granted"
  CHECK ("credits" >= 0 AND "taken_back" >= 0 AND "not_taken_back" >= 0 AND "taken_back" + "not_taken_back" <= "credits");

-- Whoever shows a person's balance or plan hears of every change of it, whichever process or person made it.
CREATE FUNCTION "users_tell_account_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('account', NEW."id"::text);
  RETURN NULL;
END $$;
CREATE TRIGGER "users_account_changed" AFTER UPDATE ON "users" FOR EACH ROW
  WHEN ((OLD."plan_credits", OLD."topup_credits", OLD."subscription_plan", OLD."subscription_status", OLD."subscription_renews_at", OLD."subscription_ends_at", OLD."payment_retry_at")
    IS DISTINCT FROM
    (NEW."plan_credits", NEW."topup_credits", NEW."subscription_plan", NEW."subscription_status", NEW."subscription_renews_at", NEW."subscription_ends_at", NEW."payment_retry_at"))
  EXECUTE FUNCTION "users_tell_account_change"();
