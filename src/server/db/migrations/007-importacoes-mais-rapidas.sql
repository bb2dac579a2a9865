-- A spreadsheet is read in a moment and written in some seconds: both are told while it runs.
alter table importacao add gravadas int not null default 0;

-- As before, but each customer is found by its key: the plan that a session keeps from its first large statement read the
-- whole table for every one that followed. A customer written by this very transaction is not locked: nobody else can
-- change it, and an import would write each of its rows once more to say so.
create or replace function contar_contas() returns trigger language plpgsql as $$
declare nosso xid := pg_current_xact_id()::xid;
begin
  if tg_op <> 'DELETE' then
    perform from (select distinct cliente_id from depois order by 1) as d,
      lateral (select from cliente where id = d.cliente_id and xmin <> nosso for no key update) as dono;
  else
    perform from (select distinct cliente_id from antes order by 1) as a,
      lateral (select from cliente where id = a.cliente_id and xmin <> nosso for no key update) as dono;
  end if;
  if tg_op = 'INSERT' then
    insert into contagem_conta (operador_id, situacao, vencimento, vencimento_util, contas, valor_centavos, pago_centavos)
      select d.operador_id, situacao, vencimento, vencimento_util, count(*), sum(valor_centavos), sum(pago_centavos)
      from depois, lateral (select operador_id from cliente where id = cliente_id offset 0) as d group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    insert into contagem_conta (operador_id, situacao, vencimento, vencimento_util, contas, valor_centavos, pago_centavos)
      select d.operador_id, situacao, vencimento, vencimento_util, -count(*), -sum(valor_centavos), -sum(pago_centavos)
      from antes, lateral (select operador_id from cliente where id = cliente_id offset 0) as d group by 1, 2, 3, 4;
  else
    insert into contagem_conta (operador_id, situacao, vencimento, vencimento_util, contas, valor_centavos, pago_centavos)
      select d.operador_id, situacao, vencimento, vencimento_util, sum(n), sum(n * valor_centavos), sum(n * pago_centavos)
      from (
        select cliente_id, situacao, vencimento, vencimento_util, valor_centavos, pago_centavos, 1 as n from depois
        union all
        select cliente_id, situacao, vencimento, vencimento_util, valor_centavos, pago_centavos, -1 from antes) as mudou,
        lateral (select operador_id from cliente where id = cliente_id offset 0) as d
      group by 1, 2, 3, 4
      having sum(n) <> 0 or sum(n * valor_centavos) <> 0 or sum(n * pago_centavos) <> 0;
  end if;
  return null;
end $$;

create or replace function levar_contas() returns trigger language plpgsql as $$
begin
  insert into contagem_conta (operador_id, situacao, vencimento, vencimento_util, contas, valor_centavos, pago_centavos)
    select m.operador_id, situacao, vencimento, vencimento_util, sum(n), sum(n * valor_centavos), sum(n * pago_centavos)
    from (
      select d.id, d.operador_id, 1 as n from depois d join antes a using (id) where a.operador_id is distinct from d.operador_id
      union all
      select a.id, a.operador_id, -1 from depois d join antes a using (id) where a.operador_id is distinct from d.operador_id
    ) as m, lateral (select * from conta where cliente_id = m.id offset 0) as k
    group by 1, 2, 3, 4;
  return null;
end $$;
