-- What customers say is not owed, or not so, until when it is to be answered, and how it was.
create table contestacao (
  id bigint generated always as identity primary key,
  cliente_id bigint not null references cliente,
  motivo text not null check (motivo in ('ja_paguei', 'nao_reconheco', 'valor', 'entrega', 'nota', 'outro')),
  texto text check (length(texto) between 1 and 1000),
  arquivo jsonb,
  status text not null default 'aberta' check (status in ('aberta', 'em_analise', 'procedente', 'improcedente', 'desistencia')),
  prazo date not null,
  resposta text,
  origem text not null check (origem in ('operador', 'pagina')),
  usuario_id bigint references usuario,
  criada_em timestamptz not null,
  encerrada_em timestamptz,
  check ((status in ('aberta', 'em_analise')) = (encerrada_em is null))
);
create index contestacao_cliente on contestacao (cliente_id, id);
create index contestacao_aberta on contestacao (prazo, id) where encerrada_em is null;
-- The accounts of each, with what they owed when it began; an account is in one open dispute at most.
create table contestacao_conta (
  contestacao_id bigint not null references contestacao,
  conta_id bigint not null references conta,
  devido_centavos bigint not null check (devido_centavos > 0),
  aberta boolean not null default true, -- as the dispute is
  primary key (contestacao_id, conta_id)
);
create unique index contestacao_conta_aberta on contestacao_conta (conta_id) where aberta;
create index contestacao_conta_conta on contestacao_conta (conta_id);

-- What asks for an account's payment ends with the dispute of it, whoever writes it down.
create function contestacao_cancela_codigos() returns trigger language plpgsql as $$
begin
  update codigo set situacao = 'cancelado'
  where situacao = 'emitido' and id in (
    select p.codigo_id from novas n join codigo_conta p on p.conta_id = n.conta_id where p.situacao = 'emitido');
  return null;
end $$;
create trigger contestacao_conta_cancela_codigos after insert on contestacao_conta
  referencing new table as novas for each statement execute function contestacao_cancela_codigos();

-- The answer to one, sent outside the window. Every row keeps to the lists before, which these contain.
alter table modelo drop constraint modelo_tipo_check;
alter table modelo add constraint modelo_tipo_check check (tipo in ('lembrete', 'vencimento', 'atraso', 'atraso_grave',
  'negociacao', 'parcela', 'pagamento', 'contestacao', 'reengajar', 'fora_do_horario')) not valid;
alter table mensagem drop constraint mensagem_finalidade_check;
alter table mensagem add constraint mensagem_finalidade_check check (finalidade in ('regua', 'parcela', 'atendimento', 'reengajar',
  'negociacao', 'pagamento', 'contestacao', 'fora_do_horario', 'opt_out', 'recebida')) not valid;

-- The queue in the order of its list, which has broken promises after broken agreements.
drop index cliente_fila;
create index cliente_fila on cliente ((aguardando_motivo <> 'acordo_quebrado'), (aguardando_motivo <> 'promessa_quebrada'),
  aguardando_desde, id) where status = 'aguardando_atendimento';
