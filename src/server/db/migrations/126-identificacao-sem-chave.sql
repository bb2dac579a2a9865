-- sem transação
-- Meta names a person's id in any reply or status, while a run holds thousands of phones for its messages' foreign keys. Of an index that
-- no foreign key may refer to, a new value is no change of the key: neither waits for the other any more, nor they for each other.
drop index concurrently if exists contato_bsuid;
create unique index concurrently contato_bsuid on contato (bsuid) where bsuid is not null;
