-- The day an instalment was paid, kept when its agreement ends and its payments move to the accounts it replaced.
alter table conta add column paga_no_acordo_em date;
