-- Statistics right after much was written, which only a table's owner may ask for: of these tables, for the program.
create function analisar(quais text) returns void language plpgsql security definer as $$
begin
  if quais = 'cadastros' then analyze (skip_locked) cliente, conta, contato;
  elsif quais = 'fila' then analyze mensagem (envio, finalidade, proxima_em);
  else raise exception 'analisar: %', quais; end if;
end $$;

-- What runs with the owner's rights looks nowhere but in our schema.
do $$ begin
  execute format('alter function analisar(text) set search_path = %I, pg_temp', current_schema());
  execute format('alter function apagar_do_log(bigint) set search_path = %I, pg_temp', current_schema());
end $$;
