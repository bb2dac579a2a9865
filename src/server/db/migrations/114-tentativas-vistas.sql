-- Attempts that had run out, or not yet, when a person last put the customer into an agreement or back into one: they have been seen to.
alter table cliente add column tentativas_vistas int not null default 0;
