-- The state and the town are of a customer's record as well: programs are told when they change.
create or replace trigger cliente_mudado after update on cliente for each row
  when ((old.status, old.operador_id, old.nome, old.documento, old.telefone, old.email, old.codigo_externo, old.uf, old.municipio)
    is distinct from (new.status, new.operador_id, new.nome, new.documento, new.telefone, new.email, new.codigo_externo, new.uf, new.municipio))
  execute function cliente_mudou();
