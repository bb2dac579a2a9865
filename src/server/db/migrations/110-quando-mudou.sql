-- When an agreement, a promise or a dispute last changed without ending, so that programs are told of the change with the hour it happened.
alter table negociacao add column mudada_em timestamptz;
alter table promessa add column mudada_em timestamptz;
alter table contestacao add column mudada_em timestamptz;

create or replace function mudou_de_status() returns trigger language plpgsql as $$
begin
  perform contar_a_programas(tg_argv[0], new.cliente_id,
    jsonb_build_object(tg_argv[1], new.id, 'cliente_id', new.cliente_id, 'status', new.status),
    greatest(new.criada_em, new.mudada_em, new.encerrada_em));
  return null;
end $$;
