-- How many accounts there are of each owner, situation and due day, and their money, kept as customers are counted
-- (contagem_cliente): the summary, the aging and the sum of a search read some hundreds of rows instead of every account.
-- Each statement adds what it changed; the clock folds the rows (`compactarContas`).
create table contagem_conta (
  id bigint generated always as identity primary key,
  operador_id bigint,
  situacao text not null,
  vencimento date not null,
  vencimento_util date not null,
  contas bigint not null,
  valor_centavos bigint not null,
  pago_centavos bigint not null
);
create index contagem_conta_dono on contagem_conta (operador_id, situacao);

-- Who writes an account holds its customer's row, so that its owner stays the same until the end of the transaction;
-- `for share` makes sure of it.
create function contar_contas() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    with donos as (select id, operador_id from cliente where id in (select cliente_id from depois) for share)
    insert into contagem_conta (operador_id, situacao, vencimento, vencimento_util, contas, valor_centavos, pago_centavos)
      select d.operador_id, situacao, vencimento, vencimento_util, count(*), sum(valor_centavos), sum(pago_centavos)
      from depois join donos d on d.id = cliente_id group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    with donos as (select id, operador_id from cliente where id in (select cliente_id from antes) for share)
    insert into contagem_conta (operador_id, situacao, vencimento, vencimento_util, contas, valor_centavos, pago_centavos)
      select d.operador_id, situacao, vencimento, vencimento_util, -count(*), -sum(valor_centavos), -sum(pago_centavos)
      from antes join donos d on d.id = cliente_id group by 1, 2, 3, 4;
  else
    with mudou as (
      select cliente_id, situacao, vencimento, vencimento_util, valor_centavos, pago_centavos, 1 as n from depois
      union all
      select cliente_id, situacao, vencimento, vencimento_util, valor_centavos, pago_centavos, -1 from antes),
    donos as (select id, operador_id from cliente where id in (select cliente_id from depois) for share)
    insert into contagem_conta (operador_id, situacao, vencimento, vencimento_util, contas, valor_centavos, pago_centavos)
      select d.operador_id, situacao, vencimento, vencimento_util, sum(n), sum(n * valor_centavos), sum(n * pago_centavos)
      from mudou join donos d on d.id = cliente_id group by 1, 2, 3, 4
      having sum(n) <> 0 or sum(n * valor_centavos) <> 0 or sum(n * pago_centavos) <> 0;
  end if;
  return null;
end $$;
create trigger conta_conta_novas after insert on conta
  referencing new table as depois for each statement execute function contar_contas();
create trigger conta_conta_mudadas after update on conta
  referencing old table as antes new table as depois for each statement execute function contar_contas();
create trigger conta_conta_apagadas after delete on conta
  referencing old table as antes for each statement execute function contar_contas();

-- A customer that changes hands takes its accounts along.
create function levar_contas() returns trigger language plpgsql as $$
begin
  insert into contagem_conta (operador_id, situacao, vencimento, vencimento_util, contas, valor_centavos, pago_centavos)
    select m.operador_id, situacao, vencimento, vencimento_util, sum(n), sum(n * valor_centavos), sum(n * pago_centavos)
    from (
      select d.id, d.operador_id, 1 as n from depois d join antes a using (id) where a.operador_id is distinct from d.operador_id
      union all
      select a.id, a.operador_id, -1 from depois d join antes a using (id) where a.operador_id is distinct from d.operador_id
    ) as m join conta on conta.cliente_id = m.id
    group by 1, 2, 3, 4;
  return null;
end $$;
create trigger cliente_leva_contas after update on cliente
  referencing old table as antes new table as depois for each statement execute function levar_contas();

insert into contagem_conta (operador_id, situacao, vencimento, vencimento_util, contas, valor_centavos, pago_centavos)
  select operador_id, situacao, vencimento, vencimento_util, count(*), sum(valor_centavos), sum(pago_centavos)
  from conta join cliente on cliente.id = cliente_id group by 1, 2, 3, 4;

-- A page of the accounts by value, either way.
create index conta_valor on conta (valor_centavos, id);
