-- Reactions, edits and deletions are found by the message they are about: any of them may come before it, or before another.
create index evento_marca on evento_whatsapp ((coalesce(payload #>> '{mensagem,reaction,message_id}',
    payload #>> '{mensagem,edit,original_message_id}', payload #>> '{mensagem,revoke,original_message_id}')))
  where tipo = 'mensagem' and coalesce(payload #>> '{mensagem,reaction,message_id}',
    payload #>> '{mensagem,edit,original_message_id}', payload #>> '{mensagem,revoke,original_message_id}') is not null;
