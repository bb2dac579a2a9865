-- Room beside each message for its next version: told sent, delivered and read, it is written five times in a day, and what
-- changes no indexed column then touches no index at all.
alter table mensagem set (fillfactor = 60);

-- Statuses, three for each message, are in no person's queue: their rows stay out of the indexes of one.
drop index evento_pendente;
drop index evento_pendente_contato;
create index evento_pendente on evento_whatsapp (contato_chave, id)
  where processado_em is null and posto_de_lado_em is null and contato_chave is not null;
create index evento_pendente_contato on evento_whatsapp (contato_id)
  where processado_em is null and posto_de_lado_em is null and contato_id is not null;

-- As before, but who changed hands is found by counting the two sides, never by joining them: the plan that a session keeps
-- from its first small statement compared every row with every other.
create or replace function levar_contas() returns trigger language plpgsql as $$
begin
  insert into contagem_conta (operador_id, situacao, vencimento, vencimento_util, contas, valor_centavos, pago_centavos)
    select m.operador_id, situacao, vencimento, vencimento_util, sum(n), sum(n * valor_centavos), sum(n * pago_centavos)
    from (
      select id, operador_id, sum(lado) as n
      from (select id, operador_id, 1 as lado from depois union all select id, operador_id, -1 from antes) as linhas
      group by 1, 2 having sum(lado) <> 0
    ) as m, lateral (select * from conta where cliente_id = m.id offset 0) as k
    group by 1, 2, 3, 4;
  return null;
end $$;
