-- What the bank told, by day, situation and origin, kept as the other counts are (003): the closing, and the sum and the far pages of
-- the list, read some hundreds of rows. The clock folds them (`compactarMovimentos`).
create table contagem_movimento (
  id bigint generated always as identity primary key,
  dia date not null,
  situacao text not null,
  origem text not null,
  movimentos bigint not null,
  creditos bigint not null,
  automaticas bigint not null,
  valor_centavos bigint not null,
  recebido_centavos bigint not null,
  aplicado_centavos bigint not null,
  credito_centavos bigint not null,
  sem_dono_centavos bigint not null,
  ignorado_centavos bigint not null,
  devolvido_centavos bigint not null,
  tarifa_centavos bigint not null,
  automatico_centavos bigint not null
);

-- No movement changes between being counted and the counting of changes.
lock table movimento in share row exclusive mode;

-- One text for what comes, changes and goes, each planned once by its own function.
do $geral$
declare
  contar text := 'insert into contagem_movimento (dia, situacao, origem, movimentos, creditos, automaticas, valor_centavos, recebido_centavos,
      aplicado_centavos, credito_centavos, sem_dono_centavos, ignorado_centavos, devolvido_centavos, tarifa_centavos, automatico_centavos)
    select dia, situacao, origem, sum(n), sum(n * (tipo = ''credito'')::int), sum(n * automatico::int), sum(n * valor_centavos),
      sum(n * case when tipo = ''credito'' then valor_centavos else 0 end), sum(n * aplicado_centavos), sum(n * credito_centavos),
      sum(n * sem_dono_centavos), sum(n * ignorado_centavos), sum(n * devolvido_centavos),
      sum(n * (tarifa_centavos + case when tipo = ''tarifa'' then valor_centavos else 0 end)),
      sum(n * case when automatico then valor_centavos else 0 end)
    from (%s) as m group by 1, 2, 3
    having (sum(n), sum(n * automatico::int), sum(n * valor_centavos), sum(n * aplicado_centavos), sum(n * credito_centavos),
      sum(n * sem_dono_centavos), sum(n * ignorado_centavos), sum(n * devolvido_centavos), sum(n * tarifa_centavos)) <> (0, 0, 0, 0, 0, 0, 0, 0, 0)';
  novos text := 'select *, 1 as n from depois';
  velhos text := 'select *, -1 as n from antes';
  funcao text := 'create function %I() returns trigger language plpgsql as $f$ begin %s; return null; end $f$';
begin
  execute format(funcao, 'contar_movimentos_novos', format(contar, novos));
  execute format(funcao, 'contar_movimentos_mudados', format(contar, novos || ' union all ' || velhos));
  execute format(funcao, 'contar_movimentos_apagados', format(contar, velhos));
  execute format(contar, 'select *, 1 as n from movimento');
end $geral$;
create trigger movimento_conta_novos after insert on movimento
  referencing new table as depois for each statement execute function contar_movimentos_novos();
create trigger movimento_conta_mudados after update on movimento
  referencing old table as antes new table as depois for each statement execute function contar_movimentos_mudados();
create trigger movimento_conta_apagados after delete on movimento
  referencing old table as antes for each statement execute function contar_movimentos_apagados();

-- A word or a number anywhere, and two identifiers whole: all that a search looks at (`conciliacao/filtros.queries.ts`).
create index movimento_txid on movimento (upper(txid)) where txid is not null;
create index movimento_end_to_end on movimento (upper(end_to_end_id)) where end_to_end_id is not null;
do $$ begin
  create index movimento_busca on movimento using gin (normalizar(descricao) gin_trgm_ops,
    normalizar(coalesce(pagador_nome, '')) gin_trgm_ops, upper(nosso_numero) gin_trgm_ops, pagador_documento gin_trgm_ops);
exception when undefined_object then
  raise notice 'pg_trgm is not available: a search of movements reads all of them';
end $$;
