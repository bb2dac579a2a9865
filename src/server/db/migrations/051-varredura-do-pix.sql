-- What was asked of the PSP, and until when all that came in is known.
alter table recebimento add column varrido_ate timestamptz; -- null: not once yet, with this PSP
alter table recebimento add column varrido_em timestamptz; -- the last try
alter table recebimento add column revarrido_em timestamptz; -- the last of 90 days, for what went back
alter table recebimento add column psp_webhook_conferido_em timestamptz;
