-- A boleto that was paid by the Pix code on it is told by the return and, as a Pix, by the payment provider: once one is decided about, the
-- other pays nothing by itself. And the discount and rebate with which a title was paid whole, of which a person says what becomes.
alter table movimento add column pelo_pix boolean not null default false, add column reducao_centavos bigint not null default 0;
-- Since when a phone is known to have been left by its person: what was sent there before may be delivered elsewhere.
alter table contato add column deixado_em timestamptz;
