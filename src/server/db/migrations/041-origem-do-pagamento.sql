-- What recorded a payment: an operator's hand, or the matching with what the bank tells (then nobody need stand beside it).
alter table pagamento add column origem text not null default 'manual' check (origem in ('manual', 'conciliacao'));
