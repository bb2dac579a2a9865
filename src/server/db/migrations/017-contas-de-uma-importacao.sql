-- The accounts of one import, written one after the other: a range of pages finds them, and costs an import nothing.
create index conta_importacao on conta using brin (importacao_id) with (autosummarize = on);
