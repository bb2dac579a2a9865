-- Pix keys that were the company's: codes that name them are still paid, and that money is the company's.
alter table recebimento add column chaves_anteriores text[] not null default '{}';
