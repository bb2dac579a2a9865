-- Who takes no more messages, or takes them again, is told to programs: it moves no status, and is all that a customer of theirs says.
create function contato_ouvido() returns trigger language plpgsql as $$
begin
  perform contar_a_programas('cliente.mudou', id,
    jsonb_build_object('cliente_id', id, 'codigo_externo', codigo_externo, 'status', status), new.palavra_em)
  from cliente where contato_id = new.id order by id;
  return null;
end $$;
create trigger contato_ouvido after update of aceita_mensagens on contato for each row
  when (old.aceita_mensagens <> new.aceita_mensagens) execute function contato_ouvido();
