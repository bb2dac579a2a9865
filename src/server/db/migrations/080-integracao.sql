-- A program of the company signs in with a token: a user of its own, that no password opens, so that the log names it as it does people.
alter table usuario drop constraint usuario_role_check;
alter table usuario add constraint usuario_role_check check (role in ('admin', 'operador', 'integracao'));
create table token_de_acesso (
  id bigint generated always as identity primary key,
  usuario_id bigint not null unique references usuario,
  token_hash bytea not null unique,
  escopos text[] not null check (cardinality(escopos) > 0 and escopos <@ array['clientes:ler', 'clientes:escrever', 'contas:ler', 'contas:escrever', 'pagamentos:escrever', 'eventos:ler']),
  criado_por bigint not null references usuario,
  created_at timestamptz not null,
  expira_em timestamptz,
  usado_em timestamptz,
  revogado_em timestamptz,
  -- Requests since the minute began, over all nodes.
  pedidos int not null default 0,
  minuto_desde timestamptz not null
);

-- The company's own code names one customer from now on; those that were double keep it, and only the oldest answers to it.
alter table cliente add column codigo_repetido boolean not null default false;
update cliente c set codigo_repetido = true
  where codigo_externo is not null
    and exists (select from cliente a where a.codigo_externo = c.codigo_externo and a.id < c.id);
create unique index cliente_codigo_externo on cliente (codigo_externo) where not codigo_repetido;
create function codigo_novo() returns trigger language plpgsql as $$
begin
  new.codigo_repetido := false;
  return new;
end $$;
create trigger cliente_codigo_novo before update of codigo_externo on cliente for each row
  when (old.codigo_repetido and new.codigo_externo is distinct from old.codigo_externo) execute function codigo_novo();
