-- An order that waited for the row of an account that was being deleted read the balance of a seller who had left, went on,
-- and failed at the guard of the rows: a fault of ours in the answer, where the account is what was not there.

-- Locks a seller's row until the transaction ends and reads what there is to spend; with an API key, its cap of credits a
-- month and what it has spent of a month. No row where there is no such seller or where it left, no "key_spent" where the key is gone.
CREATE OR REPLACE FUNCTION "lock_seller"("seller" uuid, "api_key" uuid, "of_month" date)
RETURNS TABLE ("id" uuid, "plan" int, "topup" int, "cycle" int, "key_cap" int, "key_spent" int) LANGUAGE plpgsql AS $$
BEGIN
  SELECT u."id", u."plan_credits", u."topup_credits", u."plan_cycle" INTO "id", "plan", "topup", "cycle"
  FROM "users" u WHERE u."id" = "seller" AND u."deleted_at" IS NULL FOR UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  IF "api_key" IS NOT NULL THEN
    -- It stays until the order is through: its entries name it.
    SELECT k."monthly_cap", coalesce(m."spent", 0) INTO "key_cap", "key_spent"
    FROM "api_keys" k LEFT JOIN "api_key_months" m ON m."api_key_id" = k."id" AND m."month" = "of_month"
    WHERE k."id" = "api_key" AND k."user_id" = "seller" FOR KEY SHARE OF k;
  END IF;
  RETURN NEXT;
END $$;
