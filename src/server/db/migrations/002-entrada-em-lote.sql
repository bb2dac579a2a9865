-- The inbox takes people in the order in which they wrote: what waits, oldest first, whatever was processed before.
create index evento_da_vez on evento_whatsapp (id) where processado_em is null and posto_de_lado_em is null;
-- Whose event waits for another try.
create index evento_de_novo on evento_whatsapp (proxima_em) where processado_em is null and posto_de_lado_em is null and proxima_em is not null;
