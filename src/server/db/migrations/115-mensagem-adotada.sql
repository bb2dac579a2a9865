-- Programs are told of a message also when it is learned later whose it is.
create trigger mensagem_adotada after update of cliente_id on mensagem for each row
  when (new.direcao = 'recebida' and old.cliente_id is null and new.cliente_id is not null) execute function mensagem_recebida();
