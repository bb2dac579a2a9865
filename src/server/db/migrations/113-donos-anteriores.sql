-- Whose a customer was until when (null: nobody's), so that what is learned later counts for whoever had it on its day.
create table dono_anterior (
  id bigint generated always as identity primary key,
  cliente_id bigint not null references cliente on delete cascade,
  operador_id bigint references usuario,
  ate timestamptz not null
);
create index dono_anterior_do_cliente on dono_anterior (cliente_id, ate, id);
