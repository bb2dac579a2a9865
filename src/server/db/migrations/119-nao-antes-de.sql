-- Of a message that waits for the hours in which one may write: the instant from which it may go, and from which its day is counted.
alter table mensagem add column nao_antes_de timestamptz;
