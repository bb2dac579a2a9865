-- Whether a phone is known to be the customer's: since when, how, and when it was last heard from while it was. Nothing is
-- known any more once that is null: the phone was denied, or is no longer the customer's. How often it was asked is told by the
-- questions themselves, which are messages.
alter table pessoa_do_telefone
  add column confirmada_em timestamptz,
  add column confirmada_por text check (confirmada_por in ('sim', 'pagina', 'operador')),
  add column ouvida_em timestamptz,
  add constraint pessoa_confirmada check ((confirmada_em is null) = (confirmada_por is null)),
  add constraint pessoa_ouvida check (ouvida_em is null or confirmada_em is not null);

-- What was known of a phone ends with it, as its links do. That it is somebody else's does not, unless the customer is nobody now.
create function esquecer_pessoa() returns trigger language plpgsql as $$
begin
  if new.anonimizado_em is not null then
    delete from pessoa_do_telefone where cliente_id = new.id;
  else
    update pessoa_do_telefone set ouvida_em = null where cliente_id = new.id and contato_id = old.contato_id and ouvida_em is not null;
  end if;
  return null;
end $$;
create trigger cliente_esquece_pessoa after update of contato_id on cliente for each row
  when (old.contato_id is distinct from new.contato_id) execute function esquecer_pessoa();

-- The question, and the taps that answer it. Every row keeps to the lists before, which these contain.
alter table modelo drop constraint modelo_tipo_check;
alter table modelo add constraint modelo_tipo_check check (tipo in ('lembrete', 'vencimento', 'atraso', 'atraso_grave',
  'negociacao', 'parcela', 'confirmar_pessoa', 'pagamento', 'contestacao', 'reengajar', 'fora_do_horario')) not valid;
alter table mensagem drop constraint mensagem_finalidade_check;
alter table mensagem add constraint mensagem_finalidade_check check (finalidade in ('regua', 'parcela', 'confirmacao', 'atendimento',
  'reengajar', 'negociacao', 'pagamento', 'contestacao', 'fora_do_horario', 'opt_out', 'identificacao', 'recebida', 'toque')) not valid;

-- It is one of the engine's: for a day, to somebody, one a day to a phone together with the others, and after what people write.
-- A node of the version before finds its own two in the lists of three.
alter table mensagem drop constraint mensagem_check3;
alter table mensagem add constraint mensagem_check3 check (finalidade not in ('regua', 'parcela', 'confirmacao')
  or (dia is not null and cliente_id is not null and contato_id is not null)) not valid;
drop index mensagem_saida, mensagem_saida_pessoas, mensagem_uma_por_dia;
alter index mensagem_saida_nova rename to mensagem_saida;
alter index mensagem_saida_pessoas_nova rename to mensagem_saida_pessoas;
alter index mensagem_uma_por_dia_nova rename to mensagem_uma_por_dia;
