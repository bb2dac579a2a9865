-- sem transação
-- What the PSP told is a handful among millions of WhatsApp's events.
drop index concurrently if exists evento_do_pix;
create index concurrently evento_do_pix on evento_recebido (id) where origem = 'pix';
