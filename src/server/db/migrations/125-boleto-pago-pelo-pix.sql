-- A boleto that was paid by the Pix code on it is told by the return and, as a Pix, by the payment provider: one movement.
alter table movimento add column pelo_pix boolean not null default false;
