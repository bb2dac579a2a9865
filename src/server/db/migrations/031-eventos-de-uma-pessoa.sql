-- What Meta told of one person is found by whose it is, processed or not, however full the inbox: erasing it read every event.
create index evento_da_pessoa on evento_whatsapp (contato_chave) where contato_chave is not null;
create index evento_do_contato on evento_whatsapp (contato_id) where contato_id is not null;
