-- Files that go to customers: found by the job that takes them to Meta, and by the sweep of what nothing names.
create index mensagem_a_subir on mensagem (id) where envio = 'fila' and midia is not null;
create index mensagem_arquivo on mensagem ((midia->>'arquivo')) where midia is not null;
