-- The index of 126 takes its place.
alter table contato drop constraint contato_bsuid_key;
