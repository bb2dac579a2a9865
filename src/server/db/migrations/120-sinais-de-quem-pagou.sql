-- What is left of who paid when a person is made anonymous: a number from 0 to 255 of the name and one of the document, by which what
-- another source tells of the same money later, or of its refund, is still known as theirs.
alter table movimento add column pagador_sinal_nome smallint, add column pagador_sinal_documento smallint;
