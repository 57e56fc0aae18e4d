-- AlterTable
ALTER TABLE "users" ADD COLUMN     "billing_version" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "purchases" ADD COLUMN     "refund_due_at" TIMESTAMPTZ(3),
ADD COLUMN     "refund_told_at" TIMESTAMPTZ(3),
ADD COLUMN     "refunded_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "stripe_events" ADD COLUMN     "customer_id" TEXT;

-- CreateTable
CREATE TABLE "surplus_subscriptions" (
    "id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "kept_id" TEXT NOT NULL,
    "found_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "canceled_at" TIMESTAMPTZ(3),

    CONSTRAINT "surplus_subscriptions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "checkout_leases" (
    "user_id" UUID NOT NULL,
    "holder" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "checkout_leases_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE INDEX "surplus_subscriptions_user_id_idx" ON "surplus_subscriptions"("user_id");

-- CreateIndex
CREATE INDEX "stripe_events_processed_at_customer_id_idx" ON "stripe_events"("processed_at", "customer_id");

-- AddForeignKey
ALTER TABLE "surplus_subscriptions" ADD CONSTRAINT "surplus_subscriptions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "checkout_leases" ADD CONSTRAINT "checkout_leases_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The one that stays is another one.
ALTER TABLE "surplus_subscriptions" ADD CONSTRAINT "surplus_subscriptions_keep_another" CHECK ("kept_id" <> "id");

-- Nothing is given back, and nobody told of it, that was not due.
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_refunded_when_due"
  CHECK ("refund_due_at" IS NOT NULL OR ("refunded_at" IS NULL AND "refund_told_at" IS NULL));

-- A payment that grants nothing moves no balance; whoever waits for it hears of it all the same.
CREATE FUNCTION "purchases_tell_account_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('account', NEW."user_id"::text);
  RETURN NULL;
END $$;
CREATE TRIGGER "purchases_made" AFTER INSERT ON "purchases" FOR EACH ROW EXECUTE FUNCTION "purchases_tell_account_change"();
