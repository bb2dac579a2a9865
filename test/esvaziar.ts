/** Dropping the database is faster than deleting more rows than this. */
const MAIS_LINHAS = 5_000

/**
 * Lets the program's role empty a test database: keeps a copy of the rows that migrations write, and a function that deletes every
 * row, without triggers, and restores that copy. The function returns false if a test left more than rows: a table, or a session's lock.
 */
export const ESVAZIAR = `
  create schema de_teste;
  create materialized view de_teste.sequencias as
    select format('public.%I', sequencename) as nome, coalesce(last_value, start_value) as valor, last_value is not null as usada
    from pg_sequences where schemaname = 'public';
  do $$
  declare tabela text;
  begin
    for tabela in select relname from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0 loop
      execute format('create table de_teste.%1$I as table public.%1$I', tabela);
    end loop;
  end $$;
  create function de_teste.esvaziar() returns boolean language plpgsql security definer set session_replication_role = replica as $$
  declare tabela text; linhas int; apagadas int := 0;
  begin
    for tabela in select relname from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0 loop
      execute format('delete from public.%I', tabela);
      get diagnostics linhas = row_count;
      apagadas := apagadas + linhas;
    end loop;
    for tabela in select relname from pg_class where relkind = 'r' and relnamespace = 'de_teste'::regnamespace loop
      execute format('insert into public.%1$I overriding system value table de_teste.%1$I', tabela);
    end loop;
    perform setval(nome::regclass, valor, usada) from de_teste.sequencias;
    return apagadas < ${MAIS_LINHAS}
      and not exists (select from pg_class where oid > 'de_teste.esvaziar'::regproc)
      and not exists (select from pg_locks join pg_database d on database = d.oid
        where datname = current_database() and locktype = 'advisory');
  end $$;
  grant usage on schema de_teste to cobranca_de_teste;
`
