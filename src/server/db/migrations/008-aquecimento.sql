-- A new number starts slowly and doubles each day; null: it does not, or the time is over.
alter table configuracao add column aquecimento_desde date;
