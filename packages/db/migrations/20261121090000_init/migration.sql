
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
  RAISE EXCEPTION 'credit_entries is append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
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
    RAISE EXCEPTION 'a new account starts at zero; grant credits by a ledger entry' USING ERRCODE = 'restrict_violation';
  END IF;
  IF TG_OP = 'UPDATE' AND pg_trigger_depth() < 2
    AND (NEW."plan_credits", NEW."topup_credits") IS DISTINCT FROM (OLD."plan_credits", OLD."topup_credits") THEN
    RAISE EXCEPTION 'balances move by ledger entries only' USING ERRCODE = 'restrict_violation';
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
    RAISE EXCEPTION 'a generation that is % stays so', OLD."status" USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "generations_final_states" BEFORE UPDATE OF "status" ON "generations"
  FOR EACH ROW EXECUTE FUNCTION "generations_refuse_revival"();
