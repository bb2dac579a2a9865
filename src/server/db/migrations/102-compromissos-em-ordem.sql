-- sem transação
-- Promises and disputes are shown in their order a page at a time, without the others being put in order first.
drop index concurrently if exists promessa_por_dia;
create index concurrently promessa_por_dia on promessa (ate, id);
drop index concurrently if exists promessa_por_valor;
create index concurrently promessa_por_valor on promessa (valor_centavos, id);
drop index concurrently if exists contestacao_em_ordem;
create index concurrently contestacao_em_ordem on contestacao
  ((encerrada_em is not null), (case when encerrada_em is null then prazo end), id desc);
