-- The company was taken from here to another database (npm run mudar-de-banco): no node starts on this one any more.
alter table configuracao add column mudada_em timestamptz;
