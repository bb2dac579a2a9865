-- What the company calls a holiday of its own.
alter table feriado add column nome text check (length(nome) between 1 and 60);
