-- The log is evidence: once a minute what it has gained is sealed, each seal over the one before (decision 040).
create table selo (
  numero bigint primary key check (numero > 0), -- one after the other, none left out
  selado_em timestamptz not null,
  linhas int not null check (linhas > 0),
  primeira bigint not null,
  ultima bigint not null check (ultima >= primeira),
  anterior bytea not null,              -- the hash of the seal before; zeros in the first
  resumo bytea not null,                -- of what is sealed now
  hash bytea not null                   -- of the two together
);

-- What each line was when it was sealed. A line may lose what a person typed (024): the hash of that stays, its salt does not, so
-- that nobody can try texts against it, and all the rest of the line is still held to what was sealed.
create table selo_linha (
  log_id bigint primary key,
  selo bigint not null,
  sal uuid,
  texto_resumo bytea,
  impressao bytea not null,
  check ((sal is null) <> (texto_resumo is null))
);

-- How far every line is sealed or will never be, and what was being written when that was last looked at.
create table selagem (
  id int primary key default 1 check (id = 1),
  assentado bigint not null default 0,
  visto bigint not null default 0,
  escritores text[] not null default '{}',
  completa_em timestamptz not null default '-infinity' -- by the server's own clock
);
insert into selagem default values;

-- The seals are looked through from the first to the last, again and again.
create table conferencia_de_selos (
  id int primary key default 1 check (id = 1),
  proximo bigint not null default 1,     -- the seal to begin with
  linha bigint not null default 0,       -- lines up to here were looked at in this round
  concluida_em timestamptz,              -- when a whole round last ended
  problema jsonb,                        -- the first that the round found, or the one before it while it has found none
  achado boolean not null default false, -- in this round
  rompido_em timestamptz
);
insert into conferencia_de_selos default values;

-- A line in the words that are sealed: what stays as it is, and what people typed. Both are one line of text: jsonb has no other breaks.
create function log_fixo(l log) returns text language sql stable as $$
  select jsonb_build_object('id', l.id, 'created_at', to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'nivel', l.nivel, 'acao', l.acao, 'usuario_id', l.usuario_id, 'ip', l.ip, 'entidade', l.entidade, 'entidade_id', l.entidade_id,
    'dados', l.dados, 'referencias', l.referencias, 'descricao', case when l.referencias is not null then l.descricao end)::text
$$;
create function log_digitado(l log, motivo text) returns text language sql stable as $$
  select jsonb_build_object('descricao', case when l.referencias is null then l.descricao end, 'motivo', motivo)::text
$$;
create function resumo_do_digitado(sal uuid, digitado text) returns bytea language sql stable as $$
  select sha256(convert_to(sal::text || e'\n' || digitado, 'UTF8'))
$$;
create function impressao_do_log(l log, texto_resumo bytea) returns bytea language sql stable as $$
  select sha256(convert_to(log_fixo(l) || e'\n' || encode(texto_resumo, 'hex'), 'UTF8'))
$$;

create function selo_e_para_sempre() returns trigger language plpgsql as $$
begin raise exception 'seals are append-only'; end $$;
create trigger selo_imutavel before update or delete on selo for each row execute function selo_e_para_sempre();
create function selo_linha_e_para_sempre() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.log_id = old.log_id and new.selo = old.selo and new.impressao = old.impressao
    and old.sal is not null and new.sal is null
    and exists (select from log l join cliente c on c.id = l.entidade_id
      where l.id = old.log_id and l.entidade = 'cliente' and c.anonimizado_em is not null) then
    return new;
  end if;
  raise exception 'seals are append-only';
end $$;
create trigger selo_linha_imutavel before update or delete on selo_linha for each row execute function selo_linha_e_para_sempre();

-- Nobody seals meanwhile (7302110005, `selos.actions.ts`): a line is sealed as it was and erased, or erased and sealed so.
create or replace function apagar_do_log(anonimizado bigint) returns void language sql security definer set search_path from current as $$
  select pg_advisory_xact_lock_shared(7302110005);
  update selo_linha s set texto_resumo = resumo_do_digitado(s.sal, log_digitado(l, m.motivo)), sal = null
    from log l left join log_motivo m on m.log_id = l.id
    where l.entidade = 'cliente' and l.entidade_id = anonimizado and s.log_id = l.id and s.sal is not null
      and (m.motivo is not null or l.descricao <> log_sem_digitados(l));
  update log_motivo m set motivo = '[apagado a pedido do titular]' from log l
    where l.entidade = 'cliente' and l.entidade_id = anonimizado and m.log_id = l.id;
  update log l set descricao = log_sem_digitados(l) where entidade = 'cliente' and entidade_id = anonimizado
    and referencias is null and descricao <> log_sem_digitados(l);
$$;
