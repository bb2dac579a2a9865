-- Counting accounts holds their customers as every writer of accounts does, in the order of the locks: a share that two
-- writers of the same customer's accounts took at once, and neither could then exceed, was a deadlock.
create or replace function contar_contas() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    with donos as (select id, operador_id from cliente where id in (select cliente_id from depois) order by id for no key update)
    insert into contagem_conta (operador_id, situacao, vencimento, vencimento_util, contas, valor_centavos, pago_centavos)
      select d.operador_id, situacao, vencimento, vencimento_util, count(*), sum(valor_centavos), sum(pago_centavos)
      from depois join donos d on d.id = cliente_id group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    with donos as (select id, operador_id from cliente where id in (select cliente_id from antes) order by id for no key update)
    insert into contagem_conta (operador_id, situacao, vencimento, vencimento_util, contas, valor_centavos, pago_centavos)
      select d.operador_id, situacao, vencimento, vencimento_util, -count(*), -sum(valor_centavos), -sum(pago_centavos)
      from antes join donos d on d.id = cliente_id group by 1, 2, 3, 4;
  else
    with mudou as (
      select cliente_id, situacao, vencimento, vencimento_util, valor_centavos, pago_centavos, 1 as n from depois
      union all
      select cliente_id, situacao, vencimento, vencimento_util, valor_centavos, pago_centavos, -1 from antes),
    donos as (select id, operador_id from cliente where id in (select cliente_id from depois) order by id for no key update)
    insert into contagem_conta (operador_id, situacao, vencimento, vencimento_util, contas, valor_centavos, pago_centavos)
      select d.operador_id, situacao, vencimento, vencimento_util, sum(n), sum(n * valor_centavos), sum(n * pago_centavos)
      from mudou join donos d on d.id = cliente_id group by 1, 2, 3, 4
      having sum(n) <> 0 or sum(n * valor_centavos) <> 0 or sum(n * pago_centavos) <> 0;
  end if;
  return null;
end $$;
