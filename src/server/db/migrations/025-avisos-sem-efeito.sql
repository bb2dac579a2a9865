-- What Meta told that is not about this company's account, or was written in a group: kept and shown, and of no effect.
alter table evento_whatsapp add column sem_efeito boolean not null default false;
create index evento_sem_efeito on evento_whatsapp (id) where sem_efeito;
