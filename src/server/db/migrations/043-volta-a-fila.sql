-- The place in the queue that a customer in service was taken from: where they go when whoever took them gives them back.
-- Written by each change of status; a node of the version before leaves it as it is, and the next change mends that.
alter table cliente add column fila_desde timestamptz;
alter table cliente add column fila_motivo text
  check (fila_motivo in ('respondeu', 'sem_resposta', 'acordo_quebrado', 'nao_aceita_mensagens', 'contato_invalido', 'sem_operador'));
alter table cliente add column fila_livre boolean not null default false; -- it was nobody's there
