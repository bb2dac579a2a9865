-- What an operator's dashboard asks at each opening: who wrote what is still unread, and whose window closes soon.
create index cliente_nao_lidas on cliente (operador_id) include (nao_lidas) where nao_lidas > 0;
create index contato_janela on contato (janela_ate) where janela_ate is not null;
