-- What customers do on the page of their own: why they wait because of it, and its lines in their conversation.
-- Every row keeps to the lists before, which these contain.
alter table cliente drop constraint cliente_aguardando_motivo_check;
alter table cliente add constraint cliente_aguardando_motivo_check check (aguardando_motivo in ('respondeu', 'sem_resposta',
  'acordo_quebrado', 'promessa_quebrada', 'nao_aceita_mensagens', 'contato_invalido', 'sem_operador', 'contestou', 'pediu_pessoa',
  'nao_sou_eu', 'bloqueio_legal', 'pessoa_nao_confirmada')) not valid;
alter table cliente drop constraint cliente_fila_motivo_check;
alter table cliente add constraint cliente_fila_motivo_check check (fila_motivo in ('respondeu', 'sem_resposta',
  'acordo_quebrado', 'promessa_quebrada', 'nao_aceita_mensagens', 'contato_invalido', 'sem_operador', 'contestou', 'pediu_pessoa',
  'nao_sou_eu', 'bloqueio_legal', 'pessoa_nao_confirmada')) not valid;
alter table mensagem drop constraint mensagem_tipo_check;
alter table mensagem add constraint mensagem_tipo_check check (tipo in ('texto', 'template', 'imagem', 'documento', 'audio', 'video',
  'botao', 'outro', 'pagina')) not valid;
