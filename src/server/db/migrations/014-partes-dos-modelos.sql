-- A header and buttons beside a template's text, and what they said in each message.
alter table modelo_versao add column partes jsonb;
alter table mensagem add column partes jsonb;
